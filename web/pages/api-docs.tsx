/** The HTTP API, as its own description says it. */
import { headers } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Card, PageHead } from '../components/parts.tsx'
import { Answered } from '../components/states.tsx'
import { type Schema, shapeOf } from './api-shapes.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = { readonly 'application/json': { readonly schema: Schema } }
/** JSON, or something that is sent as it is. */
type Answer = Partial<Content> & Readonly<Record<string, object>>

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly 200: { readonly content: Answer } }
}

interface Document {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

async function documentOf(signal: AbortSignal | undefined): Promise<Document> {
  const response = await fetch('/openapi.json', { headers: headers(), ...(signal && { signal }) })
  if (!response.ok) throw new Error(`The description cannot be read: HTTP ${response.status}.`)
  return (await response.json()) as Document
}

export function ApiDocs() {
  const asked = useAsked('openapi', ({ signal }) => documentOf(signal))
  return (
    <>
      <PageHead
        title="API"
        about={
          <>
            Everything here is also for programs: <a href="/openapi.json">/openapi.json</a> is its description
            in OpenAPI 3.1. Whoever changes something sends the header{' '}
            <code>Authorization: Bearer TOKEN</code>. News come as server-sent events from{' '}
            <code>/api/collections/{'{collection}'}/live</code>.
          </>
        }
      />
      <Answered asked={asked} what="description">
        {document => (
          <>
            {Object.entries(document.paths).flatMap(([path, methods]) =>
              Object.entries(methods).map(([method, operation]) => (
                <Operation key={operation.operationId} {...{ path, method, operation }} />
              )),
            )}
            <Shapes schemas={document.components.schemas} />
          </>
        )}
      </Answered>
    </>
  )
}

function Operation({
  path,
  method,
  operation,
}: {
  readonly path: string
  readonly method: string
  readonly operation: Described
}) {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const asked = parameters.filter(each => each.in === 'query')
  return (
    <Card title={operationId} aside={summary}>
      <p>
        <code>
          {method.toUpperCase()} {path}
        </code>
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
    </Card>
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
  <Card title="Shapes" aside="what the names in answers stand for">
    {Object.entries(schemas).map(([name, schema]) => (
      <Shape key={name} name={name} schema={schema} />
    ))}
  </Card>
)
