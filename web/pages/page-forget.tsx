/** Erases a page on request, once somebody has confirmed it. */
import { useRef, useState } from 'preact/hooks'
import { api } from '../api/call.ts'
import { TaskState, useTask } from '../components/task.tsx'

interface ForgetPageProps {
  readonly collection: string
  readonly url: string
  /** Called when the page has been erased. */
  readonly done: () => void
}

export function ForgetPage({ collection, url, done }: ForgetPageProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isAsked, setAsked] = useState(false)
  const handle = useTask(collection, 'forget', done)
  const forget = (refetch: boolean) => {
    setAsked(true)
    dialog.current?.close()
    handle.start(() => api.forgetPages(collection, { urls: [url], refetch }))
  }
  return (
    <>
      {isAsked && <TaskState collection={collection} handle={handle} />}
      <button type="button" disabled={handle.isRunning} onClick={() => dialog.current?.showModal()}>
        Forget…
      </button>
      <dialog ref={dialog} aria-labelledby="forget-title">
        <h2 id="forget-title">Forget this page?</h2>
        <p>
          All its revisions are erased, from the archive and the search index, too. This cannot be undone.
          What was exported before is not touched, and a crawl that runs here is paused for it.
        </p>
        <div class="row">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button type="button" onClick={() => forget(true)}>
            Forget, and fetch it again
          </button>
          <button type="button" class="is-bad" onClick={() => forget(false)}>
            Forget for good
          </button>
        </div>
      </dialog>
    </>
  )
}
