import type { TargetedSubmitEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import { shown } from '../words.ts'
import { Problem } from './states.tsx'

interface EmptyButtonProps {
  readonly collection: string
  /** Number of stored pages, for the warning. */
  readonly pages: number
}

/** Deletes everything but the settings, after the user has typed the name of the collection. */
export function EmptyButton({ collection, pages }: EmptyButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const confirm = String(new FormData(event.currentTarget).get('confirm'))
    api.empty(collection, { confirm }).then(
      () => {
        setProblem(null)
        dialog.current?.close()
      },
      (error: Error) => setProblem(error.message),
    )
  }
  return (
    <>
      <button type="button" class="is-bad" onClick={() => dialog.current?.showModal()}>
        Empty…
      </button>
      <dialog ref={dialog} aria-labelledby="empty-title">
        <form onSubmit={submit}>
          <h2 id="empty-title">Empty {collection}?</h2>
          <p>
            {shown(pages)} stored pages with all their revisions, and everything that was learned about them,
            are deleted from the database and the archive. The settings stay. This cannot be undone.
          </p>
          <label>
            Write {collection} to confirm
            <input name="confirm" required autocomplete="off" />
          </label>
          {problem !== null && <Problem problem={problem} />}
          <div class="row">
            <button type="submit" class="is-bad">
              Delete everything
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Keep it
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
