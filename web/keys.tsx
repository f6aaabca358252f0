/** Keyboard shortcuts: `/` to search, `g` and a letter to go to a page, `?` for this list. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { PAGES } from './pages.ts'
import { addressOf, go } from './router.ts'

interface HelpProps {
  readonly isOpen: boolean
  readonly close: () => void
}

const PATIENCE_MS = 1_500

export function useKeys(collection: string | null): HelpProps {
  const [isOpen, setOpen] = useState(false)
  const begun = useRef(0)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null
      const isWriting = target?.closest('input, textarea, select, [contenteditable]')
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return
      const isSecond = event.timeStamp - begun.current < PATIENCE_MS
      begun.current = 0
      if (event.key === 'g') begun.current = event.timeStamp
      else if (event.key === '?') setOpen(true)
      else if (event.key === '/' && collection !== null) {
        event.preventDefault()
        go(addressOf(collection, 'search'))
      } else if (isSecond && collection !== null) {
        const found = PAGES.find(each => each.key === event.key)
        if (found) go(addressOf(collection, found.word))
      }
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [collection])
  return { isOpen, close: () => setOpen(false) }
}

export function Help({ isOpen, close }: HelpProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    else if (!isOpen) dialog.current?.close()
  }, [isOpen])
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys-title">
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        <table>
          <tbody>
            <tr>
              <td>
                <kbd>/</kbd>
              </td>
              <td>Search</td>
            </tr>
            {PAGES.filter(each => each.key).map(({ key, title }) => (
              <tr key={key}>
                <td>
                  <kbd>g</kbd> <kbd>{key}</kbd>
                </td>
                <td>{title}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div class="row">
          <button type="submit">Close</button>
        </div>
      </form>
    </dialog>
  )
}
