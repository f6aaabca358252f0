/**
 * Addresses of the same page. Many sites serve one page under many addresses: with a session identifier, a parameter without effect, a
 * sort order, a trailing slash, the name of an index file. Rules are learned for each host from the pages fetched.
 *
 * Each address has *rewritings* (`rewritings.ts`): drop this parameter, drop the index file, … Pages whose addresses a rewriting makes
 * equal are compared (`seen-pages.ts`): by their bytes, or by title and main text in any order. A pair that is equal supports the rule;
 * one that is not, or whose pages name different canonical addresses, contradicts it. Content shown at many different addresses is not
 * evidence: it may be an error page.
 *
 * A rule needs five pairs with three different contents, and no counterexample; a rule for one path needs five pairs there. It is then
 * applied: other spellings are not fetched if the plain one is known, or will be. The first addresses in another part of the site are
 * still fetched, as is one in 32 of the others, later one in 128; if such a test differs, or too many plain spellings turn out to lead
 * nowhere, the rule is withdrawn for good, and all addresses that were given up are queued again. Parameters that number the parts of a
 * list are never dropped.
 *
 * Everything here is pure. Rules are saved with the host; the pages seen are not, because without them only some pairs are missed.
 */

export { type ContentPrint, contentPrint } from './content-print.ts'
export { stemOf } from './rewritings.ts'
export { type SeenPage, SeenPages } from './seen-pages.ts'
export { type RuleTurn, type SavedEquivalences, type Spelling, UrlEquivalences } from './url-equivalences.ts'
export { ruleWords, type UrlRule } from './url-rule.ts'
