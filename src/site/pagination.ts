/** Links that turn a page of a list: by `rel`, by what the link says, by how the address counts. */
import type { SketchLink } from './sketch.ts'

const COUNTED =
  /[?&](?:page|paged|p|pg|pageno|start|offset|from|skip)=\d+|\/(?:page|seite|pagina|p)[/-]?\d+(?=[/.?]|$)|[-_.=\ufe56]page[-_=]?\d+/i
const WORDS =
  /^(?:next|previous|prev|older|newer|older (?:posts|entries)|newer (?:posts|entries)|next page|previous page|load more|show more|weiter|zurück|nächste|vorherige|suivante?|précédente?|siguiente|anterior|successiva|precedente|próxima?|volgende|vorige|следующая|предыдущая|下一页|上一页|次へ|前へ|[«»‹›<>←→]+)[ »›→>]*$/i

export function isPagination(link: SketchLink, pageUrl: string): boolean {
  if (/(?:^|\s)(?:next|prev)(?:\s|$)/i.test(link.rel)) return true
  if (isCounted(link.url)) return true
  if (!/^\d{1,4}$/.test(link.text) && !WORDS.test(link.text)) return false
  return withoutNumbers(link.url) === withoutNumbers(pageUrl)
}

/** An address that says which page of a list it is. */
export function isCounted(url: string): boolean {
  return COUNTED.test(decodedOnce(url))
}

function decodedOnce(url: string): string {
  return url.replaceAll('%EF%B9%96', '\ufe56')
}

function withoutNumbers(url: string): string {
  return url.replace(/\d+/g, '#')
}
