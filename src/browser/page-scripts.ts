/**
 * What runs inside pages. `PREPARE` runs before the page's own scripts and among them; all the others in a world of their own,
 * where they see the document and nothing that the page did to its JavaScript.
 */

/** Where `PREPARE` keeps the addresses of windows that the page wanted to open. */
const OPENED = '__tidewatchOpened'

/**
 * Windows are noted instead of opened, dialogs answered with no, closed shadow trees left open to us. What would talk past the
 * proxy is taken away; that it could not reach anybody either is not left to this script.
 */
export const PREPARE = `(() => {
  const opened = []
  Object.defineProperty(window, '${OPENED}', { value: opened })
  window.open = (url = '') => {
    try {
      if (opened.length < 500 && url !== '') opened.push(new URL(url, document.baseURI).href)
    } catch {}
    return null
  }
  window.alert = window.print = () => undefined
  window.confirm = () => false
  window.prompt = () => null
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    return attach.call(this, { ...options, mode: 'open' })
  }
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker'])
    try { delete window[name] } catch {}
})()`

/** In the page's own world, since the list is there. */
export const OPENED_WINDOWS = `(window.${OPENED} ?? []).slice(0, 500)`

/**
 * Addresses in event attributes and in javascript: links, where they are quoted: arguments of window.open, what is assigned to
 * location, and whatever else begins like an address.
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
 * The document as text: an inert copy, without what a browser that runs scripts does not show. Where there are shadow trees, they
 * stand in place of the children of their hosts, and slots are filled.
 */
export const COLLECT = `(() => {
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
  return { html: (doctype ? '<!DOCTYPE ' + doctype.name + '>' : '') + page.outerHTML, links }
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
