/**
 * Relations of `<link>` elements that lead a reader to another page: the next one, the contents, a translation. Others name the same
 * page once more (`shortlink`, `amphtml`), or what only programs read.
 */
const PAGES = new Set(
  `author bookmark chapter contents copyright first glossary help index last license next prev previous privacy-policy section start
subsection terms-of-service toc up`.split(/\s+/),
)
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/

export interface Relation {
  readonly rel: string | undefined
  readonly type: string | undefined
  readonly hreflang: string | undefined
}

export function leadsToPage({ rel, type, hreflang }: Relation): boolean {
  if (type !== undefined && type.trim() !== '' && !HTML.test(type.trim().toLowerCase())) return false
  const relations = (rel ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
  return relations.some(word => PAGES.has(word) || (word === 'alternate' && hreflang !== undefined))
}
