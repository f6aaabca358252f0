/** Which attributes of which elements are addresses (HTML standard, index of attributes; and obsolete ones). */
import type { Attributes } from '../html/index.ts'
import type { LinkCollector } from './links.ts'
import { srcsetAddresses } from './srcset.ts'

/** The elements with addresses: most tags of a page are not among them. */
// biome-ignore format: a list
export const LINKING_ELEMENTS: readonly string[] = [
  'img', 'area', 'script', 'frame', 'portal', 'form', 'button', 'input', 'isindex',
  'body', 'table', 'tr', 'td', 'th', 'source', 'video', 'audio', 'embed', 'track', 'bgsound', 'object',
  'applet', 'param', 'image', 'use', 'import', 'blockquote', 'q', 'ins', 'del',
]

export function addElementLinks(name: string, attributes: Attributes, links: LinkCollector): void {
  switch (name) {
    case 'img':
      image(attributes, links)
      return
    case 'area':
      links.add(
        attributes.get('href'),
        'area',
        /\b(nofollow|ugc|sponsored)\b/i.test(attributes.get('rel') ?? ''),
      )
      listed(attributes.get('ping'), links)
      return
    case 'script':
      links.add(attributes.get('src') ?? attributes.get('xlink:href') ?? attributes.get('href'), 'script')
      return
    case 'frame':
    case 'portal':
      links.addAttribute(attributes, 'src', 'frame')
      return
    case 'form':
      form(attributes, links)
      return
    case 'button':
      links.addAttribute(attributes, 'formaction', isPost(attributes.get('formmethod')) ? 'meta' : 'form')
      return
    case 'input':
      input(attributes, links)
      return
    case 'isindex':
      links.addAttribute(attributes, 'action', 'form')
      return
    case 'body':
    case 'table':
    case 'tr':
    case 'td':
    case 'th':
      if (!attributes.empty) links.addAttribute(attributes, 'background', 'image')
      return
    default:
      embedded(name, attributes, links)
  }
}

/** Media, plug-ins, SVG and quotations. */
function embedded(name: string, attributes: Attributes, links: LinkCollector): void {
  switch (name) {
    case 'source':
      sourceSet(attributes.get('srcset'), links)
      sourceSet(attributes.get('data-srcset'), links)
      links.addAttribute(attributes, 'src', 'object')
      return
    case 'video':
      links.addAttribute(attributes, 'poster', 'image')
      links.addAttribute(attributes, 'src', 'object')
      return
    case 'audio':
    case 'embed':
    case 'track':
    case 'bgsound':
      links.addAttribute(attributes, 'src', 'object')
      return
    case 'object':
      links.addAttribute(attributes, 'data', 'object')
      links.addAttribute(attributes, 'codebase', 'meta')
      return
    case 'applet':
      links.addAttribute(attributes, 'archive', 'object')
      links.addAttribute(attributes, 'codebase', 'meta')
      return
    case 'param':
      parameter(attributes, links)
      return
    case 'image':
    case 'use':
      links.add(attributes.get('href') ?? attributes.get('xlink:href'), 'image')
      return
    case 'import':
      links.addAttribute(attributes, 'implementation', 'meta')
      return
    case 'blockquote':
    case 'q':
    case 'ins':
    case 'del':
      if (!attributes.empty) links.addAttribute(attributes, 'cite', 'meta')
  }
}

function image(attributes: Attributes, links: LinkCollector): void {
  links.addAttribute(attributes, 'src', 'image')
  links.addAttribute(attributes, 'data-src', 'image')
  links.addAttribute(attributes, 'lowsrc', 'image')
  links.addAttribute(attributes, 'dynsrc', 'object')
  links.addAttribute(attributes, 'longdesc', 'link')
  sourceSet(attributes.get('srcset'), links)
  sourceSet(attributes.get('data-srcset'), links)
}

function form(attributes: Attributes, links: LinkCollector): void {
  links.addAttribute(attributes, 'action', isPost(attributes.get('method')) ? 'meta' : 'form')
}

function input(attributes: Attributes, links: LinkCollector): void {
  if (attributes.get('type')?.toLowerCase() === 'image') links.addAttribute(attributes, 'src', 'image')
  links.addAttribute(attributes, 'formaction', isPost(attributes.get('formmethod')) ? 'meta' : 'form')
}

/** Only parameters that are certainly addresses: by their name, or by a value that looks like one. */
function parameter(attributes: Attributes, links: LinkCollector): void {
  const value = attributes.get('value') ?? ''
  const name = attributes.get('name')?.toLowerCase() ?? ''
  if (/^(movie|src|url|href|ref|filename|data)$/.test(name) || /^(https?:)?\/\//i.test(value))
    links.add(value, 'object')
}

function isPost(method: string | undefined): boolean {
  const word = method?.trim().toLowerCase()
  return word === 'post' || word === 'dialog'
}

function sourceSet(value: string | undefined, links: LinkCollector): void {
  if (value !== undefined) for (const address of srcsetAddresses(value)) links.add(address, 'image')
}

function listed(value: string | undefined, links: LinkCollector): void {
  if (value !== undefined) for (const address of value.trim().split(/\s+/, 20)) links.add(address, 'meta')
}
