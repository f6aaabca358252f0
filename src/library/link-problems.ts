export const LINK_PROBLEMS = ['dead', 'soft-dead', 'redirected', 'slow', 'fragment'] as const
/**
 * `dead`: the target is gone or fails. `soft-dead`: it says that all is well and shows an error page. `redirected`: it sends its visitors
 * elsewhere. `slow`: its last answer took long. `fragment`: it has no place of that name (`#name`).
 */
export type LinkProblem = (typeof LINK_PROBLEMS)[number]
