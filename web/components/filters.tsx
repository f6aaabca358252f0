/** Filters whose state is part of the address, so that a view can be shared. */
import type { TargetedEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { addressOf, go } from '../router.ts'

type Changed = TargetedEvent<HTMLInputElement | HTMLSelectElement>

interface FilterProps {
  readonly value: string | null
  readonly onChange: (event: Changed) => void
}

/** Stores a filter in the address, from which the page is rendered again. */
export const filterOf = (collection: string, page: string, query: URLSearchParams) => (name: string) => ({
  value: query.get(name),
  onChange: (event: Changed) => putFilters(collection, page, query, { [name]: event.currentTarget.value }),
})

export const putFilters = (
  collection: string,
  page: string,
  query: URLSearchParams,
  filters: Readonly<Record<string, string>>,
) => go(addressOf(collection, page, { ...Object.fromEntries(query), ...filters }), { replace: true })

/** Props for a field that shows the value from the address without overwriting what is being typed: pages are rendered twice a second. */
export const written = (value: string | null) => ({ key: value ?? '', defaultValue: value ?? '' })

const PAUSE_MS = 300

/** A search field that takes effect while the user types. */
export function TextFilter({ label, value, onText }: TextFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const input = field.current
    if (input && input !== document.activeElement) input.value = value ?? ''
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const changed = (event: TargetedEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onText(text), PAUSE_MS)
  }
  return (
    <label class="is-wide">
      {label}
      <input ref={field} type="search" defaultValue={value ?? ''} onInput={changed} dir="auto" />
    </label>
  )
}

interface TextFilterProps {
  readonly label: string
  readonly value: string | null
  readonly onText: (text: string) => void
}

export const HostFilter = ({ value, onChange }: FilterProps) => (
  <label>
    Host
    <input {...written(value)} onChange={onChange} placeholder="example.org" dir="ltr" />
  </label>
)

type Choices = readonly (readonly [word: string, title: string])[]

export const Options = ({ choices }: { readonly choices: Choices }) =>
  choices.map(([word, title]) => (
    <option key={word} value={word}>
      {title}
    </option>
  ))

export const Choice = ({
  label,
  choices,
  value,
  onChange,
}: FilterProps & {
  readonly label: string
  readonly choices: Choices
}) => (
  <label>
    {label}
    <select value={value ?? ''} onChange={onChange}>
      <Options choices={choices} />
    </select>
  </label>
)

/** Shown only if the collection has classes. */
export function ClassFilter({ collection, ...filter }: FilterProps & { readonly collection: string }) {
  const classes = useAsked(`classes ${collection}`, how => api.classes(collection, how))
  if (!classes.answer?.length) return null
  const named = classes.answer.filter(each => each.class !== null)
  return (
    <Choice
      label="Class"
      choices={[['', 'any'], ...named.map(each => [each.class!, each.class!] as const)]}
      {...filter}
    />
  )
}
