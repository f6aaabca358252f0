/** Problems in a text that somebody wrote: sentences, each with a link to its position in the text. */

interface Complaint {
  /** Line and column, if the message has a position. */
  readonly place: readonly [number, number] | null
  readonly sentence: string
}

interface ComplaintsProps {
  /** The server's message: `name:7:3: sentence`, one per line. */
  readonly message: string
  readonly field: HTMLTextAreaElement | null
  /** Whether somebody tried to save the text, and must hear at once that it was refused. */
  readonly isRefused?: boolean
}

export const Complaints = ({ message, field, isRefused = true }: ComplaintsProps) => (
  <div class="note is-bad" role={isRefused ? 'alert' : 'status'}>
    <p>{isRefused ? 'Nothing was saved:' : 'This cannot be saved:'}</p>
    <ul>
      {complaintsIn(message).map(({ place, sentence }) => (
        <li key={`${place} ${sentence}`}>
          {place && (
            <button type="button" class="is-plain" onClick={() => field && showPlace(field, place)}>
              line {place[0]}, column {place[1]}
            </button>
          )}
          {place && ': '}
          {sentence}
        </li>
      ))}
    </ul>
  </div>
)

function complaintsIn(message: string): Complaint[] {
  return message.split('\n').map(line => {
    const [, row, column, sentence] = /^\w+:(\d+):(\d+): (.*)$/.exec(line) ?? []
    return row === undefined
      ? { place: null, sentence: line }
      : { place: [Number(row), Number(column)], sentence: sentence! }
  })
}

function showPlace(field: HTMLTextAreaElement, [row, column]: readonly [number, number]): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, row - 1).reduce((sum, line) => sum + line.length + 1, 0)
  field.focus()
  field.setSelectionRange(start + column - 1, start + (lines[row - 1]?.length ?? column))
}
