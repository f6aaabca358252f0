/** A document as plain text, as Markdown (CommonMark with tables) and as clean HTML. */
import type { DocumentBlock, PageDocument, WritingStyle } from './page-document.ts'
import { type Marked, type Markup, written } from './written-text.ts'

/** Blocks separated by newlines, cells by tabs. */
export function documentText({ blocks }: PageDocument): string {
  return blocks.map(blockText).join('\n')
}

function blockText(block: DocumentBlock): string {
  return block.kind === 'table' ? block.rows.map(row => row.join('\t')).join('\n') : block.text
}

/** The headings of a document, in order. */
export function documentHeadings({
  blocks,
}: Pick<PageDocument, 'blocks'>): { readonly level: number; readonly text: string }[] {
  return blocks.flatMap(block => (block.kind === 'heading' ? [{ level: block.level, text: block.text }] : []))
}

export function documentMarkdown({ blocks }: PageDocument): string {
  let markdown = ''
  for (const [at, block] of blocks.entries()) {
    const isInList = block.kind === 'item' && blocks[at - 1]?.kind === 'item'
    markdown += `${at === 0 ? '' : isInList ? '\n' : '\n\n'}${markdownOf(block)}`
  }
  return markdown === '' ? '' : `${markdown}\n`
}

function markdownOf(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${inlineMarkdown(block).replaceAll('\n', ' ')}`
    case 'paragraph':
      return inlineMarkdown(block).replaceAll('\n', '  \n')
    case 'item': {
      const indent = '    '.repeat(block.depth - 1)
      const text = inlineMarkdown(block).replaceAll('\n', `  \n${indent}    `)
      return `${indent}${block.isOrdered ? '1.' : '-'} ${text}`
    }
    case 'quote':
      return `> ${inlineMarkdown(block).replaceAll('\n', '  \n> ')}`
    case 'code': {
      const fence = '`'.repeat(Math.max(3, longestRun(block.text, '`') + 1))
      return `${fence}${block.language ?? ''}\n${block.text}\n${fence}`
    }
    case 'table':
      return markdownTable(block.rows)
  }
}

function markdownTable(rows: readonly (readonly string[])[]): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, n) => escapeMarkdown(row[n] ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${' --- |'.repeat(columns)}`, ...rest.map(line)].join('\n')
}

const MARKDOWN: Markup = {
  escaped: escapeMarkdown,
  link: (inner, href) => (isScript(href) ? inner : `[${inner}](${markdownAddress(href)})`),
  code: text => {
    const ticks = '`'.repeat(longestRun(text, '`') + 1)
    const apart = /^`|`$/.test(text) ? ' ' : ''
    return `${ticks}${apart}${text.replaceAll('\n', ' ')}${apart}${ticks}`
  },
  stressed: (inner, style, text, { start, end }) =>
    isReadAsStress(text, start, end) ? `${STARS[style]}${inner}${STARS[style]}` : inner,
}
const STARS: Readonly<Record<Exclude<WritingStyle, 'code'>, string>> = { strong: '**', emphasis: '*' }

/** Headings are stressed anyway. */
const inlineMarkdown = (block: Marked & { readonly kind: DocumentBlock['kind'] }): string =>
  written(block, block.kind === 'heading' ? { ...MARKDOWN, stressed: inner => inner } : MARKDOWN)

/** CommonMark reads stars beside punctuation as stress only if there is no letter on their other side. */
function isReadAsStress(text: string, start: number, end: number): boolean {
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)
  return (
    !/^\s|\s$/.test(text.slice(start, end)) &&
    (isWord(text[start]) || !isWord(text[start - 1])) &&
    (isWord(text[end - 1]) || !isWord(text[end]))
  )
}

/** Parentheses in the address would end it too early. */
function markdownAddress(href: string): string {
  const safe = href.replace(/[<>\s\\]/g, char => encodeURIComponent(char))
  return /[()]/.test(safe) || safe === '' ? `<${safe}>` : safe
}

/** Escapes only what would be read as markup: escaping every character makes text hard to read. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]]|<(?=[a-z/!?])/gi, '\\$&')
    .replace(/^(\s*)([-+>#]|={3,}|~{3,})(?=\s|$|[=~#])/gm, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
}

function longestRun(text: string, char: string): number {
  let longest = 0
  let run = 0
  for (const each of text) longest = Math.max(longest, (run = each === char ? run + 1 : 0))
  return longest
}

/** A whole page with only the words, links and structure of the original. */
export function documentHtml(document: PageDocument): string {
  const { title, language, blocks } = document
  const lang = language === null ? '' : ` lang="${escapeHtml(language)}"`
  return [
    `<!doctype html>\n<html${lang}>\n<meta charset="utf-8">`,
    `<title>${escapeHtml(title ?? '')}</title>`,
    ...blocksHtml(blocks),
    '</html>\n',
  ].join('\n')
}

function blocksHtml(blocks: readonly DocumentBlock[]): string[] {
  const lines: string[] = []
  const open: ('ul' | 'ol')[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) lines.push(`</${open.pop()}>`)
  }
  for (const block of blocks) {
    if (block.kind !== 'item') closeTo(0)
    else {
      const name = block.isOrdered ? 'ol' : 'ul'
      closeTo(block.depth)
      if (open.length === block.depth && open.at(-1) !== name) closeTo(block.depth - 1)
      for (; open.length < block.depth; open.push(name)) lines.push(`<${name}>`)
    }
    lines.push(blockHtml(block))
  }
  closeTo(0)
  return lines
}

function blockHtml(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${inlineHtml(block)}</h${block.level}>`
    case 'paragraph':
      return `<p>${inlineHtml(block)}</p>`
    case 'item':
      return `<li>${inlineHtml(block)}</li>`
    case 'quote':
      return `<blockquote>${inlineHtml(block)}</blockquote>`
    case 'code':
      return `<pre>${escapeHtml(block.text)}</pre>`
    case 'table':
      return `<table>\n${block.rows.map(row => `<tr>${row.map(cell => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('\n')}\n</table>`
  }
}

const HTML: Markup = {
  escaped: part => escapeHtml(part).replaceAll('\n', '<br>'),
  link: (inner, href) => (isScript(href) ? inner : `<a href="${escapeHtml(href)}">${inner}</a>`),
  code: text => `<code>${escapeHtml(text)}</code>`,
  stressed: (inner, style) => (style === 'strong' ? `<strong>${inner}</strong>` : `<em>${inner}</em>`),
}

const inlineHtml = (block: Marked): string => written(block, HTML)

/** Addresses that would run code wherever the page is shown. */
const isScript = (href: string) =>
  /^[\0- ]*(?:javascript|data|vbscript)[\t\n\r]*:/i.test(href.replace(/[\t\n\r]/g, ''))

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
