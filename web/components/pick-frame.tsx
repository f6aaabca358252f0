/** A stored page for picking fields, in an isolated frame: it receives what to show, and sends the number of the piece of data that was picked. */
import { useEffect, useRef, useState } from 'preact/hooks'

interface PickFrameProps {
  readonly html: string
  readonly marks: readonly { readonly unit: number; readonly field: string }[]
  readonly pick: (unit: number) => void
}

export function PickFrame({ html, marks, pick }: PickFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const current = useRef(pick)
  current.current = pick
  const tell = (message: unknown) => frame.current?.contentWindow?.postMessage(message, '*')
  useEffect(() => {
    const heard = ({ source, data }: MessageEvent) => {
      // The frame has an opaque origin, so it is identified by its window.
      if (source === null || source !== frame.current?.contentWindow) return
      if (data?.ready === true) setReady(true)
      if (Number.isSafeInteger(data?.unit)) current.current(data.unit)
    }
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  }, [])
  useEffect(() => {
    if (isReady) tell({ html, theme: document.documentElement.dataset.theme })
  }, [isReady, html])
  useEffect(() => {
    if (isReady) tell({ marks })
  }, [isReady, html, marks])
  return (
    <iframe
      ref={frame}
      class="stored"
      title="The stored page: choose a value to make it a field"
      sandbox="allow-scripts"
      src="/pick-frame.html"
    />
  )
}
