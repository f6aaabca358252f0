import type * as Client from '../../src/client/index.ts'
import { ChangeTimes } from '../components/change-times.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Card } from '../components/parts.tsx'
import { type Column, Table } from '../components/table.tsx'
import { addressOf } from '../router.ts'
import { counted, shown, shownShare } from '../words.ts'

interface ClassDetailsProps {
  readonly collection: string
  readonly model: Client.Model
  readonly chosen: Client.PageClass
}

/** Details of a class: the pattern of its addresses, sample pages, its links, and its fields. */
export const ClassDetails = ({ collection, model, chosen }: ClassDetailsProps) => (
  <>
    <Card
      title={chosen.name}
      aside={<a href={addressOf(collection, 'pages', { class: chosen.name })}>All its pages</a>}
    >
      <p>
        {counted(chosen.pages, 'page')} of the sample, at addresses like{' '}
        <code dir="ltr">{chosen.address}</code>
      </p>
      <ul class="plain">
        {chosen.examples.slice(0, MAX_EXAMPLES).map(url => (
          <li key={url}>
            <PageLink collection={collection} url={url} />
          </li>
        ))}
      </ul>
      <p>
        <a href={addressOf(collection, 'records', { class: chosen.name })}>Its records</a>
      </p>
      {chosen.examples[0] !== undefined && (
        <p>
          <a class="button" href={addressOf(collection, 'fields', { url: chosen.examples[0] })}>
            Choose its fields on a page
          </a>
        </p>
      )}
    </Card>
    <Card title="Where it leads">
      <Links model={model} chosen={chosen} />
    </Card>
    <Card title="What is read from its pages">
      <Fields chosen={chosen} />
    </Card>
    <ChangeTimes collection={collection} pageClass={chosen.name} />
  </>
)

const MAX_EXAMPLES = 8

const Where = ({ xpath }: { readonly xpath: string }) => (
  <span class="cell-path" title={xpath}>
    <code dir="ltr">{xpath}</code>
  </span>
)

const LINKS: readonly Column<Client.ClassLink>[] = [
  { title: 'To', show: ({ to }) => to },
  {
    title: 'Kind',
    isNarrow: true,
    show: ({ type, pagination }) => (pagination ? `${type}, next page` : type),
  },
  { title: 'On a page', isNumber: true, show: ({ links }) => shown(links) },
  { title: 'Of its pages', isNumber: true, show: ({ coverage }) => shownShare(coverage, 0) },
  { title: 'Where', show: ({ xpath }) => <Where xpath={xpath} /> },
]

function Links({ model, chosen }: Pick<ClassDetailsProps, 'model' | 'chosen'>) {
  const links = model.links.filter(each => each.from === chosen.name)
  const forms = model.forms.filter(each => each.from === chosen.name)
  return (
    <>
      {links.length === 0 ? (
        <p class="quiet">No link of this class leads to another class.</p>
      ) : (
        <Table
          caption={`Links of ${chosen.name}`}
          columns={LINKS}
          rows={links}
          keyOf={each => `${each.to} ${each.xpath}`}
        />
      )}
      {forms.map(({ kind, method, xpath, fields }) => (
        <p key={xpath}>
          A form{kind === 'other' ? '' : ` for ${kind}`} ({method.toUpperCase()}) with{' '}
          {fields.map(each => each.name || each.role).join(', ') || 'no fields'}
        </p>
      ))}
    </>
  )
}

const FIELDS: readonly Column<Client.Field>[] = [
  { title: 'Field', show: ({ name, many }) => (many ? `${name} (several)` : name) },
  { title: 'Type', isNarrow: true, show: ({ type }) => type },
  { title: 'On its pages', isNumber: true, show: ({ share }) => shownShare(share, 0) },
  { title: 'Certainty', isNumber: true, show: ({ confidence }) => shownShare(confidence, 0) },
  { title: 'Where', show: ({ xpath }) => <Where xpath={xpath} /> },
]

function Fields({ chosen: { name, fields, lists } }: Pick<ClassDetailsProps, 'chosen'>) {
  if (fields.length + lists.length === 0) return <p class="quiet">No fields are known for this class.</p>
  return (
    <>
      {fields.length > 0 && (
        <Table
          caption={`Fields of ${name}`}
          columns={FIELDS}
          rows={fields}
          keyOf={each => `${each.name} ${each.xpath}`}
        />
      )}
      {lists.map(list => (
        <div key={list.xpath} class="stack">
          <p>
            {list.name}: records at <code dir="ltr">{list.xpath}</code>
          </p>
          <Table
            caption={`Fields of ${list.name}`}
            columns={FIELDS}
            rows={list.fields}
            keyOf={each => `${each.name} ${each.xpath}`}
          />
        </div>
      ))}
    </>
  )
}
