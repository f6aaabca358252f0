/** Tasks on stored pages: a button that starts one, and its progress. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { shown } from '../words.ts'
import { Problem } from './states.tsx'

type Kind = Client.Task['kind']

const LOOK_MS = 1_000

export interface TaskHandle {
  /** The latest task of its kind; null if this server has run none. */
  readonly task: Client.Task | null
  readonly isRunning: boolean
  readonly problem: string | null
  readonly start: (work: () => Promise<Client.Task>) => void
}

/** Follows the task of a kind while it runs; `done` is called when it has ended. */
export function useTask(collection: string, kind: Kind, done: () => void): TaskHandle {
  const asked = useAsked(`tasks ${collection}`, how => api.tasks(collection, how))
  const [problem, setProblem] = useState<string | null>(null)
  const wasRunning = useRef(false)
  const task = asked.answer?.find(each => each.kind === kind) ?? null
  const isRunning = task?.state === 'running'
  const { again } = asked
  useEffect(() => {
    if (wasRunning.current && !isRunning) done()
    wasRunning.current = isRunning
    if (!isRunning) return
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning, again])
  const start = (work: () => Promise<Client.Task>) => {
    setProblem(null)
    work().then(again, (error: Error) => setProblem(error.message))
  }
  return { task, isRunning, problem, start }
}

interface TaskButtonProps {
  readonly collection: string
  readonly kind: Kind
  readonly label: string
  readonly work: () => Promise<Client.Task>
  /** Called when the task has ended and there may be something new to show. */
  readonly done: () => void
}

export function TaskButton({ collection, kind, label, work, done }: TaskButtonProps) {
  const handle = useTask(collection, kind, done)
  return (
    <>
      <TaskState collection={collection} handle={handle} />
      <button type="button" disabled={handle.isRunning} onClick={() => handle.start(work)}>
        {label}
      </button>
    </>
  )
}

/** Shows the progress of a task, its result, or why it failed. */
export function TaskState({
  collection,
  handle,
}: {
  readonly collection: string
  readonly handle: TaskHandle
}) {
  const { task, isRunning, problem, start } = handle
  const stop = () =>
    start(async () => {
      const left = await api.stopTask(collection, { kind: task!.kind })
      return left.find(each => each.kind === task!.kind)!
    })
  if (problem !== null) return <Problem problem={problem} />
  if (task?.state === 'failed') return <Problem problem={task.message ?? 'It failed.'} />
  return (
    <>
      <span role="status" class="quiet">
        {task && wordsOf(task)}
      </span>
      {isRunning && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
    </>
  )
}

function wordsOf({ state, pages, message }: Client.Task): string {
  if (state === 'running') return pages === null ? 'At work…' : `At work: ${shown(pages)} so far…`
  return state === 'stopped' ? 'Stopped.' : sentence(message ?? 'done')
}

const sentence = (words: string) => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`
