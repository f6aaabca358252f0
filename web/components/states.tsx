/** What a page shows while it is loading, when there is nothing to show, and when something went wrong. */
import type { ComponentChildren } from 'preact'
import type { Asked } from '../asking.ts'

export const Loading = ({ what }: { readonly what: string }) => (
  <div class="skeleton" role="status" aria-label={`Loading ${what}`} />
)

export const Problem = ({ problem, again }: { readonly problem: string; readonly again?: () => void }) => (
  <div class="note is-bad row" role="alert">
    <span>{problem}</span>
    {again && (
      <button type="button" onClick={again}>
        Try again
      </button>
    )}
  </div>
)

/** Says what would be here and how to get it. */
export const Empty = ({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

/** Shows the answer to a request, or why there is none. */
export function Answered<Answer>(props: {
  readonly asked: Asked<Answer> & { readonly again?: () => void }
  readonly what: string
  readonly children: (answer: Answer) => ComponentChildren
}) {
  const { asked, what, children } = props
  return (
    <>
      {asked.problem !== null && (
        <Problem problem={asked.problem} {...(asked.again ? { again: asked.again } : {})} />
      )}
      {asked.answer !== null ? children(asked.answer) : asked.state === 'asking' && <Loading what={what} />}
    </>
  )
}
