/** Addresses that act instead of showing (cart, wish list, vote, log in, sort): sampled once or twice, never more. */
const ACTIONS =
  /[?&](?:add[-_]to[-_]\w+|remove[-_]\w+|undo[-_]\w+|action|do|_?wpnonce|nonce|token|replytocom|share|print|printable|orderby|order|sort|sort_by|dir|filter\w*|compare|logout|login|redirect(?:_to)?|return(?:_?url|to)?|oldid|diff|veaction)=/i

/** Pages that wiki software offers about each of its pages, and its doors. */
const SPECIAL =
  /[/=]Special(?::|%3A)(?:WhatLinksHere|RecentChangesLinked|MovePage|PermanentLink|Diff|Random|UserLogin|CreateAccount|PasswordReset|Watchlist|EmailUser|Upload|Log|UserRights|Block|ComparePages|BookSources|CiteThisPage)\b/i

export function isAction(url: string): boolean {
  return ACTIONS.test(url) || SPECIAL.test(url)
}
