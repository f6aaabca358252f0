/**
 * Scripts that run inside pages. `PREPARE` runs before the page's own scripts, in their world, where `PRESS`, `ASK`, `OPENED_WINDOWS`,
 * `FRAME_LINKS` and `isTrue` run later. The others run in an isolated world, where they see the document but nothing that the page did to
 * its JavaScript.
 */

import words from './banner-words.json' with { type: 'json' }

/** Where `PREPARE` stores the addresses of windows that the page tried to open. */
const OPENED = '__tidewatchOpened'
/** Where it stores the elements that listen for clicks. */
const LISTENING = '__tidewatchListening'
/** Where it stores the shadow trees that scripts made. */
const SHADOWS = '__tidewatchShadows'

/**
 * Windows are recorded instead of opened, dialogs are answered with no, and closed shadow trees stay open to us. APIs that could bypass
 * the proxy are removed; that they could not reach anyone either does not depend on this script.
 */
export const PREPARE = `(() => {
  const opened = []
  Object.defineProperty(window, '${OPENED}', { value: opened })
  const listening = new Set()
  Object.defineProperty(window, '${LISTENING}', { value: listening })
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if ((type === 'click' || type === 'mousedown') && this instanceof Element && listening.size < 2000) listening.add(this)
    return listen.call(this, type, ...rest)
  }
  window.open = (url = '') => {
    try {
      if (opened.length < 500 && url !== '') opened.push(new URL(url, document.baseURI).href)
    } catch {}
    return null
  }
  window.alert = window.print = () => undefined
  window.confirm = () => false
  window.prompt = () => null
  const shadows = []
  Object.defineProperty(window, '${SHADOWS}', { value: shadows })
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, { ...options, mode: 'open' })
    if (shadows.length < 1000) shadows.push(root)
    return root
  }
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
    try { delete window[name] } catch {}
})()`

/** Addresses of windows, and of global variables that hold one. Runs in the page's own world, where both are. */
export const OPENED_WINDOWS = `(() => {
  const held = []
  for (const name of Object.getOwnPropertyNames(window).slice(0, 5000)) {
    const told = Object.getOwnPropertyDescriptor(window, name)
    if (typeof told?.value === 'string' && /^https?:\\/\\/\\S+$/.test(told.value) && told.value.length < 2000) held.push(told.value)
  }
  return { opened: (window.${OPENED} ?? []).slice(0, 500), held: held.slice(0, 100) }
})()`

/**
 * Clicks buttons and elements that listen for clicks, including those that appear as a result. Links are known anyway, and forms are not
 * submitted.
 */
export const PRESS = `(() => {
  const isPressed = element => {
    const isSubmit = element.form && /^(?:submit|image|reset)$/.test(element.type)
    const isLink = element.localName === 'a' && /^https?:/.test(element.href ?? '')
    return element.isConnected && !isSubmit && !isLink && element.localName !== 'form'
  }
  const all = () => {
    const inTree = root => [...root.querySelectorAll('button, [onclick], [role=button], input[type=button], summary')]
    const some = [document, ...(window.${SHADOWS} ?? [])].flatMap(inTree)
    return [...new Set([...some, ...(window.${LISTENING} ?? [])])].filter(isPressed)
  }
  let left = 300
  const press = (element, depth) => {
    if (left-- <= 0 || !element.isConnected) return
    const before = new Set(all())
    try { element.click() } catch {}
    if (depth < 3) for (const fresh of all()) if (!before.has(fresh)) press(fresh, depth + 1)
  }
  for (const element of all()) press(element, 0)
})()`

/**
 * Submits forms of one text field that have no address of their own, because only scripts know what they lead to; the field gets a word of
 * the page. To be called when requests are only recorded.
 */
export const ASK = `(() => {
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  const [word = 'a'] = /[\\p{L}]{3,20}/u.exec(document.title + ' ' + (document.body?.innerText ?? '')) ?? []
  const fieldsOf = form => [...form.elements].filter(({ type }) => !/^(?:hidden|submit|button|reset|image|fieldset)$/.test(type))
  for (const form of [...document.forms].slice(0, 20)) {
    const [field, ...others] = fieldsOf(form)
    const isSearch = field?.localName === 'input' && /^(?:text|search)$/.test(field.type) && others.length === 0
    if (!isSearch || form.method !== 'get' || form.hasAttribute('action')) continue
    try {
      type.call(field, word)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      form.requestSubmit()
    } catch {}
  }
})()`

const quotedWords = (words: readonly string[]) => JSON.stringify(words)

/** Refuses consent in a banner that asks for it; returns whether it did. */
export const REFUSE_CONSENT = `(() => {
  const words = new Set(${quotedWords(words.reject)})
  const asks = /cookie|consent|gdpr|cmp|privacy|onetrust|didomi|usercentrics|cybot|truste|banner/i
  const isBanner = element => {
    for (let at = element, up = 0; at && up < 12; at = at.parentElement ?? at.getRootNode().host, up++)
      if (asks.test(at.id + ' ' + (at.getAttribute?.('class') ?? ''))) return true
    return false
  }
  const search = (root, depth) => {
    for (const element of root.querySelectorAll('button, a, [role=button], input[type=button], input[type=submit]')) {
      const text = (element.textContent || element.value || element.getAttribute('aria-label') || '').replace(/\\s+/g, ' ').trim().toLowerCase()
      if (text.length < 60 && words.has(text) && isBanner(element)) { element.click(); return true }
    }
    if (depth < 3) for (const element of root.querySelectorAll('*')) if (element.shadowRoot && search(element.shadowRoot, depth + 1)) return true
    return false
  }
  return search(document, 0)
})()`

/** Scrolls to the end of the page and clicks what loads more; returns the length of the page. */
export const SCROLL = `(() => {
  const words = new Set(${quotedWords(words.more)})
  for (const element of document.querySelectorAll('button, [role=button], input[type=button]')) {
    const text = (element.textContent || element.value || '').replace(/\\s+/g, ' ').trim().toLowerCase()
    const isSubmit = element.form && element.type === 'submit'
    if (words.has(text) && !isSubmit && element.getClientRects().length > 0) { element.click(); break }
  }
  const root = document.scrollingElement ?? document.documentElement
  for (let step = 1; step <= 4; step++) root.scrollTop = root.scrollHeight * step / 4
  window.dispatchEvent(new Event('scroll'))
  return root.scrollHeight + ' ' + document.getElementsByTagName('*').length
})()`

/** Whether the element that the rule waits for exists. */
export const hasElement = (selector: string): string =>
  `(() => { try { return document.querySelector(${JSON.stringify(selector)}) !== null } catch { return true } })()`

/** Whether the rule's function returns true by now; false if it throws. Runs in the page's own world. */
export const isTrue = (functionText: string): string =>
  `(() => { try { return (${functionText})() === true } catch { return false } })()`

/**
 * Quoted addresses in event attributes and javascript: links: arguments of window.open, assignments to location, and anything else that
 * begins like an address.
 */
const FROM_HANDLERS = `(root, say) => {
  const quoted = /(['"\`])((?:https?:)?\\/{1,2}[^'"\`\\s<>]{1,2000}|[^'"\`\\s<>:]{0,200}\\.(?:html?|php|aspx?|jsp)(?:[?#][^'"\`\\s<>]{0,500})?)\\1/g
  const assigned = /(?:location(?:\\.href)?\\s*=|location\\.(?:assign|replace)\\(|\\bopen\\()\\s*(['"\`])([^'"\`\\s]{1,2000})\\1/g
  for (const element of root.querySelectorAll('[onclick], [onmousedown], [onmouseup], a[href^="javascript:" i]')) {
    const code = ['onclick', 'onmousedown', 'onmouseup', 'href'].map(name => element.getAttribute(name) ?? '').filter(value => !/^(?!javascript:)\\S*$/i.test(value) || /[('"]/.test(value)).join(';').slice(0, 5000)
    const text = (element.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 200)
    for (const pattern of [quoted, assigned]) for (const match of code.matchAll(pattern)) say(match[2], text)
  }
}`

/**
 * The document as text: an inert copy, without what a browser with scripting does not show. Shadow trees replace the children of their
 * hosts, and slots are filled.
 */
export const collect = (maxChars: number): string => `(() => {
  const links = []
  const say = (href, text) => {
    try {
      if (links.length < 5000) links.push({ href: new URL(href, document.baseURI).href, text, kind: 'a' })
    } catch {}
  }
  const fromHandlers = ${FROM_HANDLERS}
  const roots = []
  const walk = root => {
    for (const element of root.querySelectorAll('*'))
      if (element.shadowRoot) {
        roots.push(element.shadowRoot)
        if (roots.length < 20000) walk(element.shadowRoot)
      }
  }
  walk(document)
  for (const root of [document, ...roots]) fromHandlers(root, say)
  const inert = document.implementation.createHTMLDocument('')
  const flat = node => {
    const copy = inert.importNode(node, false)
    const isFilled = node.localName === 'slot' && node.assignedNodes !== undefined && node.getRootNode() !== document
    const children = node.shadowRoot ? node.shadowRoot.childNodes : isFilled ? node.assignedNodes() : []
    const shown = children.length > 0 || node.shadowRoot ? children : node.childNodes
    for (const child of shown) copy.appendChild(flat(child))
    return copy
  }
  const page = roots.length > 0 ? flat(document.documentElement) : inert.importNode(document.documentElement, true)
  for (const element of page.querySelectorAll('noscript, template')) element.remove()
  const { doctype } = document
  const named = text => (text.includes('"') ? "'" + text + "'" : '"' + text + '"')
  const identity = doctype && (doctype.publicId ? ' PUBLIC ' + named(doctype.publicId) : doctype.systemId ? ' SYSTEM' : '') + (doctype.systemId ? ' ' + named(doctype.systemId) : '')
  return { html: (doctype ? '<!DOCTYPE ' + doctype.name + identity + '>' : '') + page.outerHTML.slice(0, ${maxChars}), links }
})()`

/** Links of a frame, whose document is not part of the page's. */
export const FRAME_LINKS = `(() => {
  const links = []
  const say = (href, text) => {
    try {
      if (links.length < 1000) links.push({ href: new URL(href, document.baseURI).href, text, kind: 'a' })
    } catch {}
  }
  for (const element of document.querySelectorAll('a[href], area[href]'))
    if (!/^javascript:/i.test(element.getAttribute('href'))) say(element.getAttribute('href'), (element.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 200))
  const fromHandlers = ${FROM_HANDLERS}
  fromHandlers(document, say)
  return links
})()`
