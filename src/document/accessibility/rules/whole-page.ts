/** Requirements for the whole page: a title, a language, a way to skip its menus, and no time limits. */
import type { TreeNode } from '../../../html/index.ts'
import { parseRefresh } from '../../refresh.ts'
import type { AccessPage } from '../access-page.ts'
import { isLanguage, primarySubtag } from '../language.ts'
import { writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'

/** WCAG 2.2.1: a limit of more than twenty hours does not count. */
const MAX_REFRESH_SECONDS = 20 * 3_600

function title(html: TreeNode): RuleVerdict {
  const { nodes } = html.tree
  for (let i = html.order + 1; i < nodes.length; i++) {
    const node = nodes[i]!
    if (node.name === 'title' && !isInSvg(node)) return passIf(node.text().trim() !== '')
  }
  return 'fail'
}

/** Looks up only some levels: drawings are shallow. */
function isInSvg(node: TreeNode): boolean {
  for (let at = node.parent, level = 0; at !== null && level < 50; at = at.parent, level++)
    if (at.name === 'svg') return true
  return false
}

const languageOf = (node: TreeNode): string | undefined =>
  node.attribute('lang') ?? node.attribute('xml:lang')

function validLanguage(node: TreeNode): RuleVerdict {
  const tag = languageOf(node)!
  if (tag === '') return 'skip'
  return passIf(isLanguage(tag))
}

/** Only what is read out has a language. */
function validPart(node: TreeNode, page: AccessPage): RuleVerdict {
  if (node.name === 'html' || node.attribute('lang') === '') return 'skip'
  if (page.isUnseen(node)) return 'skip'
  return speaks(node, page) ? validLanguage(node) : 'skip'
}

/** Whether it has words, apart from those of parts with their own language. */
function speaks(node: TreeNode, page: AccessPage): boolean {
  const { nodes } = page.tree
  for (let i = node.order; i <= node.last && !page.spend(1); i++) {
    const each = nodes[i]!
    if (each.kind === 'text' && each.text().trim() !== '') return true
    if (each.kind !== 'element') continue
    if (each.attribute('alt')?.trim() || each.attribute('aria-label')?.trim()) return true
    if (each !== node && (page.isUnseen(each) || languageOf(each) !== undefined)) i = each.last
  }
  return false
}

function languageMismatch(node: TreeNode): RuleVerdict {
  const plain = primarySubtag(node.attribute('lang') ?? '')
  const xml = primarySubtag(node.attribute('xml:lang') ?? '')
  return plain === '' || xml === '' || !isLanguage(plain) || !isLanguage(xml) ? 'skip' : passIf(plain === xml)
}

function refreshDelay(node: TreeNode, page: AccessPage): number | null {
  if (page.refresh !== node) return null
  return parseRefresh(node.attribute('content') ?? '')?.delaySeconds ?? null
}

const VIEWPORT_ITEM = /([a-z-]+)\s*=\s*([^\s,;]+)/gi

function viewport(node: TreeNode, minScale: number): RuleVerdict {
  if (node.attribute('name')?.toLowerCase() !== 'viewport') return 'skip'
  const content = node.attribute('content')
  if (content === undefined) return 'skip'
  for (const [, key, value] of content.slice(0, 1_000).matchAll(VIEWPORT_ITEM)) {
    const name = key!.toLowerCase()
    if (name === 'user-scalable' && isZoomOff(value!)) return 'fail'
    if (name === 'maximum-scale' && isScaleBelow(value!, minScale)) return 'fail'
  }
  return 'pass'
}

/** CSS Device Adaptation 10.4: anything that is not a number or a known word counts as 0. */
const isZoomOff = (value: string): boolean => {
  if (/^(?:yes|device-width|device-height)$/i.test(value)) return false
  return Math.abs(Number.parseFloat(value) || 0) < 1
}

const isScaleBelow = (value: string, minScale: number): boolean => {
  if (/^device-(?:width|height)$/i.test(value)) return false
  const number = value.toLowerCase() === 'yes' ? 1 : Number.parseFloat(value) || 0
  return number >= 0 && number < minScale
}

/** A page without links has nothing to bypass. */
function bypass(html: TreeNode, page: AccessPage): RuleVerdict {
  const { nodes } = html.tree
  let hasLinks = false
  let hasWay = false
  for (let i = html.order + 1; i < nodes.length && !(hasLinks && hasWay); i++) {
    const node = nodes[i]!
    if (node.kind !== 'element' || page.isHidden(node)) continue
    const href = node.name === 'a' ? node.attribute('href') : undefined
    if (href !== undefined) hasLinks = true
    hasWay ||= href === undefined ? isLandmark(node) : href.startsWith('#') && page.ids.has(href.slice(1))
  }
  if (!hasLinks) return 'skip'
  return hasWay ? 'pass' : 'unsure'
}

const isLandmark = (node: TreeNode): boolean =>
  node.name === 'main' || /^h[1-6]$/.test(node.name) || /^(?:main|heading)$/.test(writtenRole(node))

function headingOrder(node: TreeNode, page: AccessPage): RuleVerdict {
  const role = writtenRole(node)
  if (role !== '' && role !== 'heading') return 'skip'
  const before = page.headingBefore(node)
  const level = headingLevel(node)
  return before === null ? 'pass' : passIf(level <= headingLevel(before) + 1)
}

function headingLevel(node: TreeNode): number {
  const written = node.attribute('aria-level')
  const said = written === undefined ? 0 : Number.parseInt(written, 10)
  return said > 0 ? said : (LEVELS.get(node.name) ?? 2)
}

const LEVELS: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map(level => [`h${level}`, level]))

export const documentRules: readonly Rule[] = [
  {
    id: 'document-title',
    level: 'A',
    criteria: '2.4.2',
    says: 'The page has a title.',
    on: { tags: 'html' },
    check: title,
  },
  {
    id: 'html-has-lang',
    level: 'A',
    criteria: '3.1.1',
    says: 'The page says which language it is in.',
    on: { tags: 'html' },
    check: node => passIf(Boolean(node.attribute('lang')?.trim())),
  },
  {
    id: 'html-lang-valid',
    level: 'A',
    criteria: '3.1.1',
    says: 'The language of the page is one that exists.',
    on: { tags: 'html' },
    check: node => (languageOf(node) === undefined ? 'skip' : validLanguage(node)),
  },
  {
    id: 'html-xml-lang-mismatch',
    level: 'A',
    criteria: '3.1.1',
    says: '`lang` and `xml:lang` of the page name one language.',
    on: { tags: 'html' },
    check: languageMismatch,
  },
  {
    id: 'valid-lang',
    level: 'AA',
    criteria: '3.1.2',
    says: 'The languages of parts of the page exist.',
    on: { attributes: 'lang' },
    check: validPart,
  },
  {
    id: 'meta-refresh',
    level: 'A',
    criteria: '2.2.1 3.2.5',
    says: 'The page does not reload or leave by itself after a while.',
    on: { tags: 'meta' },
    includesHidden: true,
    check: (node, page) => {
      const seconds = refreshDelay(node, page)
      return seconds === null ? 'skip' : passIf(seconds === 0 || seconds > MAX_REFRESH_SECONDS)
    },
  },
  {
    id: 'meta-refresh-no-exceptions',
    level: 'AAA',
    criteria: '2.2.4 3.2.5',
    says: 'The page does not reload or leave by itself.',
    on: { tags: 'meta' },
    includesHidden: true,
    check: (node, page) => {
      const seconds = refreshDelay(node, page)
      return seconds === null ? 'skip' : passIf(seconds === 0)
    },
  },
  {
    id: 'meta-viewport',
    level: 'AA',
    criteria: '1.4.4',
    says: 'Readers may zoom.',
    on: { tags: 'meta' },
    includesHidden: true,
    check: node => viewport(node, 2),
  },
  {
    id: 'meta-viewport-large',
    level: 'advice',
    criteria: '1.4.4',
    says: 'Readers may zoom to five times the size.',
    on: { tags: 'meta' },
    includesHidden: true,
    check: node => (viewport(node, 2) === 'fail' ? 'pass' : viewport(node, 5)),
  },
  {
    id: 'bypass',
    level: 'A',
    criteria: '2.4.1',
    says: 'There is a way past what all pages repeat.',
    on: { tags: 'html' },
    check: bypass,
  },
  {
    id: 'heading-order',
    level: 'advice',
    criteria: '1.3.1',
    says: 'Headings do not skip a level.',
    on: { tags: 'h1 h2 h3 h4 h5 h6', roles: 'heading' },
    check: headingOrder,
  },
]
