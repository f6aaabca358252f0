/** Documentation of the HTTP API, from its OpenAPI document. */
import { useEffect } from 'preact/hooks'
import { headers } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { TextFilter } from '../components/filters.tsx'
import { Badge, PageHead } from '../components/parts.tsx'
import { Answered, Empty } from '../components/states.tsx'
import { go } from '../router.ts'
import { type Schema, shapeOf } from './api-shapes.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = { readonly 'application/json': { readonly schema: Schema } }
/** The contents of an answer by media type: JSON, or anything that is sent as it is. */
type Answer = Partial<Content> & Readonly<Record<string, object>>

interface Described {
  readonly tags: readonly string[]
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly 200: { readonly content: Answer } }
}

interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

async function documentOf(signal: AbortSignal | undefined): Promise<Document> {
  const response = await fetch('/openapi.json', { headers: headers(), ...(signal && { signal }) })
  if (!response.ok) throw new Error(`The description cannot be read: HTTP ${response.status}.`)
  return (await response.json()) as Document
}

export function ApiDocs({ query }: { readonly query: URLSearchParams }) {
  const asked = useAsked('openapi', ({ signal }) => documentOf(signal))
  return (
    <>
      <PageHead
        title="API"
        about={
          <>
            Everything here is also for programs: <a href="/openapi.json">/openapi.json</a> is its description
            in OpenAPI 3.1, and <code>tidewatch/client</code> has a method for each operation. Whoever changes
            something sends the header <code>Authorization: Bearer TOKEN</code>.
          </>
        }
      />
      <Answered asked={asked} what="description">
        {document => <Description description={document} query={query} />}
      </Answered>
    </>
  )
}

/** An operation with its path and method. */
interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Described
}

const placesIn = ({ paths }: Document): readonly Placed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const holds = ({ path, operation: { operationId, summary } }: Placed, words: string) =>
  `${operationId} ${path} ${summary}`.toLowerCase().includes(words.toLowerCase())

interface DescriptionProps {
  readonly description: Document
  readonly query: URLSearchParams
}

function Description({ description, query }: DescriptionProps) {
  const words = query.get('q') ?? ''
  // The target of the fragment did not exist yet when the browser looked for it.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const found = placesIn(description).filter(each => holds(each, words))
  const groups = description.tags
    .map(({ name }) => ({ name, places: found.filter(({ operation }) => operation.tags[0] === name) }))
    .filter(({ places }) => places.length > 0)
  return (
    <>
      <div class="filters">
        <TextFilter
          label="Find an operation"
          value={words}
          onText={text =>
            go(text === '' ? '/api-docs' : `/api-docs?${new URLSearchParams({ q: text })}`, { replace: true })
          }
        />
      </div>
      {groups.length === 0 && <Empty title="No operation is called so" />}
      {words === '' && (
        <nav class="row" aria-label="Groups of operations">
          {groups.map(({ name, places }) => (
            <a key={name} href={`#${anchorOf(name)}`}>
              {name} <span class="quiet">{places.length}</span>
            </a>
          ))}
          <a href="#shapes">Shapes</a>
        </nav>
      )}
      {groups.map(({ name, places }) => (
        <section key={name} class="stack" id={anchorOf(name)} aria-labelledby={`${anchorOf(name)}-title`}>
          <h2 id={`${anchorOf(name)}-title`}>{name}</h2>
          {places.map(place => (
            <Operation key={place.operation.operationId} {...place} />
          ))}
        </section>
      ))}
      {words === '' && <Shapes schemas={description.components.schemas} />}
    </>
  )
}

const anchorOf = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')

function Operation({ path, method, operation }: Placed) {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const asked = parameters.filter(each => each.in === 'query')
  return (
    <article class="card" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>{operationId}</h3>
      <p>{summary}</p>
      <p>
        <Badge word={method.toUpperCase()} /> <code>{path}</code>
      </p>
      {asked.length > 0 && (
        <dl class="syntax">
          {asked.map(({ name, required, description, schema }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
                {required ? ' *' : ''}
              </dt>
              <dd>{description ?? shapeOf(schema)}</dd>
            </div>
          ))}
        </dl>
      )}
      {requestBody && <Shape name="Body" schema={requestBody.content['application/json'].schema} />}
      <AnswerShape content={responses[200].content} />
    </article>
  )
}

function AnswerShape({ content }: { readonly content: Answer }) {
  const json = content['application/json']
  if (json) return <Shape name="Answer" schema={json.schema} />
  const [media] = Object.keys(content)
  return (
    <p>
      <span class="quiet">Answer</span> {media === '*/*' ? 'a file' : <code>{media}</code>}
    </p>
  )
}

const Shape = ({ name, schema }: { readonly name: string; readonly schema: Schema }) => (
  <div class="stack">
    <span class="quiet">{name}</span>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
    <pre class="source" tabIndex={0}>
      {shapeOf(schema)}
    </pre>
  </div>
)

const Shapes = ({ schemas }: { readonly schemas: Readonly<Record<string, Schema>> }) => (
  <section class="stack" id="shapes" aria-labelledby="shapes-title">
    <h2 id="shapes-title">Shapes</h2>
    <div class="card">
      <p class="quiet">What the names in answers stand for.</p>
      {Object.entries(schemas).map(([name, schema]) => (
        <Shape key={name} name={name} schema={schema} />
      ))}
    </div>
  </section>
)
