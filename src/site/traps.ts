/** Addresses that act instead of showing (cart, wish list, vote, log in, sort): sampled once or twice, never more. */
const ACTIONS =
  /[?&](?:add[-_]to[-_]\w+|remove[-_]\w+|undo[-_]\w+|action|do|_?wpnonce|nonce|token|replytocom|share|print|printable|orderby|order|sort|sort_by|dir|filter\w*|compare|logout|login|redirect(?:_to)?|return(?:_?url|to)?|oldid|diff|veaction)=/i

export function isAction(url: string): boolean {
  return ACTIONS.test(url)
}
