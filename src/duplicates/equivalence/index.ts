/**
 * Addresses that mean the same page. Many sites serve one page under many: with a session identifier, a parameter without effect, an
 * order of sorting, a slash more or less, the name of an index file. From pages that were fetched, rules are learned for each host.
 *
 * Each address has *rewritings* (`rewritings.ts`): drop this parameter, drop the index file, … Pages whose addresses a rewriting makes
 * equal are compared (`seen-pages.ts`): by their bytes, or by title and main text in any order. A pair that is equal supports the
 * rule, one that is not contradicts it, and so do pages that call different addresses canonical. What many different addresses show is
 * no evidence: it may be an error page.
 *
 * A rule needs five pairs of three contents, and no counter-example; a rule for one path needs five pairs there. It is then applied:
 * another spelling is not fetched if the plain one is known, or will be. The first addresses in another part of the site are fetched all the
 * same, and one in 32 of the others, later one in 128; if it differs, or the plain spelling turns out to lead nowhere, the rule is withdrawn for good, and everything that was
 * given up waits again. Parameters that number the parts of a list are never dropped.
 *
 * Everything here is pure. Rules are saved with the host; the pages that were seen are not, because without them only pairs are missed.
 */

export { type ContentPrint, contentPrint } from './content-print.ts'
export { type SeenPage, SeenPages } from './seen-pages.ts'
export { type RuleTurn, type SavedEquivalences, type Spelling, UrlEquivalences } from './url-equivalences.ts'
export { ruleWords, type UrlRule } from './url-rule.ts'
