/** A stored page to point at, in a frame that can reach nothing: it is told what to show, and tells the number of what was pointed at. */
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
      // The frame has no origin by which it could be known; its window has.
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
