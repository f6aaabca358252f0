import type * as Client from '../../src/client/index.ts'
import { api } from '../api/call.ts'
import { useAsked } from '../asking.ts'
import { Card } from '../components/parts.tsx'
import { Answered } from '../components/states.tsx'
import { shown } from '../words.ts'

interface ComparisonProps {
  readonly collection: string
  readonly site: string
  readonly before: number
  readonly after: number
}

/** What was added, removed and changed from one version of a model to another. */
export function ModelComparison({ collection, site, before, after }: ComparisonProps) {
  const asked = useAsked(`compared ${collection} ${site} ${before} ${after}`, how =>
    api.modelDifference(collection, { site, before, after }, how),
  )
  return (
    <Card title={`From version ${before} to version ${after}`}>
      <Answered asked={asked} what="comparison">
        {change => {
          const sentences = sentencesOf(change)
          return sentences.length === 0 ? (
            <p>Classes, links and fields are the same; only numbers of pages differ.</p>
          ) : (
            <ul class="prose">
              {sentences.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )
        }}
      </Answered>
    </Card>
  )
}

function sentencesOf(change: Client.ModelChange): string[] {
  return [
    ...change.classesCame.map(name => `The class ${name} is new.`),
    ...change.classesWent.map(name => `The class ${name} is gone.`),
    ...change.classesChanged.map(
      ({ before, after, pathsCame, pathsWent }) =>
        `${before === after ? after : `${before}, now ${after},`} has ${shown(pathsCame.length)} new paths and lost ${shown(pathsWent.length)}.`,
    ),
    ...change.linksCame.map(({ from, to, type }) => `${from} leads to ${to} now (${type}).`),
    ...change.linksWent.map(({ from, to, type }) => `${from} no longer leads to ${to} (${type}).`),
    ...change.linksChanged.map(
      ({ from, to }) => `The links from ${from} to ${to} stand elsewhere on the page.`,
    ),
    ...change.fieldsChanged.map(fieldSentence),
  ]
}

function fieldSentence({
  class: name,
  field,
  before,
  after,
}: Client.ModelChange['fieldsChanged'][number]): string {
  if (before === null) return `${name} has a new field, ${field} (${after!.type}).`
  if (after === null) return `${name} no longer has the field ${field}.`
  return before.xpath === after.xpath
    ? `${field} of ${name} is read as ${after.type} instead of ${before.type}.`
    : `${field} of ${name} is read at another place: ${after.xpath}`
}
