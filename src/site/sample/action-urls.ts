/** Addresses that do something instead of showing something (cart, wish list, vote, log in, sort): sampled once or twice, never more. */
import actions from './action-addresses.json' with { type: 'json' }

const PARAMETERS = actions.parameters.map(name => name.replaceAll('~', '[-_]').replaceAll('*', '\\w*'))
const ACTIONS = new RegExp(`[?&](?:${PARAMETERS.join('|')})=`, 'i')

/** Scripts whose query says what to act on. Without a query such a name may be a page like any other. */
const SCRIPTS = new RegExp(`/(?:${actions.files.join('|')})(?:\\.\\w{2,5})?/?\\?.`, 'i')

/** Pages that wiki software offers about each of its pages, and its log-in pages. */
const SPECIAL = new RegExp(`[/=]Special(?::|%3A)(?:${actions.wikiPages.join('|')})\\b`, 'i')

export function isAction(url: string): boolean {
  return ACTIONS.test(url) || SCRIPTS.test(url) || SPECIAL.test(url)
}
