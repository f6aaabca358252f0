export const LINK_PROBLEMS = ['dead', 'soft-dead', 'redirected', 'slow', 'fragment'] as const
/**
 * `dead`: the target is gone or fails. `soft-dead`: it answers with a success status but shows an error page. `redirected`: it redirects
 * elsewhere. `slow`: its last answer took long. `fragment`: it has no element with that name (`#name`).
 */
export type LinkProblem = (typeof LINK_PROBLEMS)[number]
