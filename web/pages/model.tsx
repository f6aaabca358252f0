/** The page classes of a site and how they link to one another. */
import type { TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import type { PageProps } from '../app.tsx'
import { useAsked } from '../asking.ts'
import { ClassGraph } from '../components/class-graph.tsx'
import { Choice, filterOf, Options } from '../components/filters.tsx'
import { Card, Figures, PageHead, Time } from '../components/parts.tsx'
import { Answered, Problem } from '../components/states.tsx'
import { downloadFile } from '../download.ts'
import { shown, shownUrl } from '../words.ts'
import { ClassDetails } from './model-class.tsx'
import { ModelComparison } from './model-comparison.tsx'
import { MoreModels, NoModel } from './model-making.tsx'
import { ModelSpecification } from './model-specification.tsx'

type ModeledSite = Awaited<ReturnType<typeof api.models>>[number]

export function Model({ collection, query, live }: PageProps) {
  const asked = useAsked(`models ${collection}`, how => api.models(collection, how))
  return (
    <>
      <PageHead
        title="Model"
        about="Pages that were built from one template are a class; this is how classes lead to one another, and what is read from their pages."
      />
      <Answered asked={asked} what="models">
        {sites =>
          sites.length === 0 ? (
            <NoModel collection={collection} now={live.now} again={asked.again} />
          ) : (
            <>
              <OfSite
                {...{ collection, query, sites, now: live.now?.at, again: asked.again }}
                site={sites.find(each => each.site === query.get('site')) ?? sites[0]!}
              />
              <MoreModels collection={collection} now={live.now} again={asked.again} />
            </>
          )
        }
      </Answered>
    </>
  )
}

interface OfSiteProps {
  readonly collection: string
  readonly query: URLSearchParams
  readonly sites: readonly ModeledSite[]
  readonly site: ModeledSite
  readonly now: string | undefined
  /** Requests the versions again. */
  readonly again: () => void
}

function OfSite({ collection, query, sites, site, now, again }: OfSiteProps) {
  const filter = filterOf(collection, 'model', query)
  const versions = site.versions.toReversed()
  const version = versions.find(each => String(each) === query.get('version')) ?? versions[0]!
  const before = versions.find(each => String(each) === query.get('before'))
  const asked = useAsked(`model ${collection} ${site.site} ${version}`, how =>
    api.model(collection, { site: site.site, version }, how),
  )
  return (
    <>
      <div class="filters">
        <Choice
          label="Site"
          choices={sites.map(each => [each.site, shownUrl(each.site)] as const)}
          {...filter('site')}
          value={site.site}
        />
        <Choice
          label="Version"
          choices={versions.map(each => [String(each), String(each)] as const)}
          {...filter('version')}
          value={String(version)}
        />
        {versions.length > 1 && (
          <Choice
            label="Compare with"
            choices={[
              ['', 'nothing'],
              ...versions
                .filter(each => each !== version)
                .map(each => [String(each), `version ${each}`] as const),
            ]}
            {...filter('before')}
          />
        )}
        <ModelFiles collection={collection} site={site.site} version={version} />
      </div>
      {before !== undefined && before !== version && (
        <ModelComparison collection={collection} site={site.site} before={before} after={version} />
      )}
      <Answered asked={asked} what="model">
        {model => <Drawn key={`${site.site} ${version}`} collection={collection} model={model} now={now} />}
      </Answered>
      <ModelSpecification {...{ collection, site: site.site, version }} onSaved={again} />
    </>
  )
}

const FILES = ['csv', 'json', 'graphml', 'cypher', 'dot', 'svg', 'png'] as const

interface ModelFilesProps {
  readonly collection: string
  readonly site: string
  readonly version: number
}

/** Downloads of the model for other programs. */
function ModelFiles({ collection, site, version }: ModelFilesProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (event: TargetedEvent<HTMLSelectElement>) => {
    const format = FILES.find(each => each === event.currentTarget.value)
    event.currentTarget.value = ''
    if (!format) return
    const file = api.modelFile(collection, { site, version, format })
    downloadFile(`${new URL(site).hostname}.${format}`, file).then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    )
  }
  return (
    <>
      <label>
        Download
        <select onChange={choose}>
          <option value="">as…</option>
          <Options choices={FILES.map(format => [format, format])} />
        </select>
      </label>
      {problem !== null && <Problem problem={problem} />}
    </>
  )
}

interface DrawnProps {
  readonly collection: string
  readonly model: Client.Model
  readonly now: string | undefined
}

function Drawn({ collection, model, now }: DrawnProps) {
  const [selected, setSelected] = useState(model.classes.toSorted((a, b) => b.pages - a.pages)[0]?.name ?? '')
  const chosen = model.classes.find(each => each.name === selected)
  return (
    <>
      <Figures
        figures={[
          { name: 'Classes', value: shown(model.classes.length) },
          { name: 'Links between them', value: shown(model.links.length) },
          { name: 'Forms', value: shown(model.forms.length) },
          { name: 'Pages looked at', value: shown(model.pagesUsed) },
          { name: 'Made', value: <Time at={model.madeAt} now={now} /> },
        ]}
      />
      <Card title="Classes" aside="click one, or choose it with Tab and Enter, to see its pages and fields">
        <ClassGraph collection={collection} model={model} selected={selected} select={setSelected} />
      </Card>
      {chosen && <ClassDetails collection={collection} model={model} chosen={chosen} />}
    </>
  )
}
