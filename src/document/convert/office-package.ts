/** What the three formats of Office Open XML (ECMA-376) share: parts, relationships between them, and core properties. */
import { parseDate } from '../dates.ts'
import { MetadataNotes, type PageDocument } from './page-document.ts'
import { walkXml } from './xml-walk.ts'
import { pathWithin, type ZipArchive } from './zip-archive.ts'

export interface Relation {
  /** The last word of its type: `hyperlink`, `slide`, `officeDocument`, … */
  readonly kind: string
  /** An address if it is external, otherwise the path of a part. */
  readonly target: string
  readonly isExternal: boolean
}

/** The relationships of a part, by the ids that it uses. */
export function relationsOf(zip: ZipArchive, part: string): ReadonlyMap<string, Relation> {
  const slash = part.lastIndexOf('/') + 1
  const relations = new Map<string, Relation>()
  walkXml(zip.text(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`) ?? '', {
    open(name, get) {
      const [id, target] = [get('id'), get('target')]
      if (name !== 'relationship' || id === undefined || target === undefined) return
      const isExternal = get('targetmode')?.toLowerCase() === 'external'
      const kind = (get('type') ?? '').replace(/^.*\//, '')
      relations.set(id, { kind, isExternal, target: isExternal ? target : pathWithin(part, target) })
    },
  })
  return relations
}

/** The part that contains the document itself. */
export function mainPart(zip: ZipArchive, usual: string): string {
  const main = [...relationsOf(zip, '').values()].find(({ kind }) => kind === 'officeDocument')
  return main !== undefined && zip.has(main.target) ? main.target : usual
}

export type SaidOfItself = Pick<
  PageDocument,
  'title' | 'language' | 'authors' | 'publishedAt' | 'modifiedAt' | 'metadata'
>

const PROPERTIES_PART = 'docProps/core.xml'

export function coreProperties(zip: ZipArchive): SaidOfItself {
  const values = leafTexts(zip.text(PROPERTIES_PART) ?? '')
  const notes = new MetadataNotes()
  for (const name of ['subject', 'description', 'keywords', 'category', 'lastmodifiedby', 'revision'])
    notes.add(name, values.get(name)?.[0])
  notes.add('generator', leafTexts(zip.text('docProps/app.xml') ?? '').get('application')?.[0])
  return {
    title: values.get('title')?.[0] ?? null,
    language: values.get('language')?.[0] ?? null,
    authors: (values.get('creator') ?? [])
      .flatMap(names => names.split(/\s*;\s*/))
      .filter(name => name !== ''),
    publishedAt: parseDate(values.get('created')?.[0]) ?? null,
    modifiedAt: parseDate(values.get('modified')?.[0]) ?? null,
    metadata: notes.values,
  }
}

/** The texts of elements without child elements, by local name. */
export function leafTexts(xml: string): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>()
  let said = ''
  walkXml(xml, {
    open() {
      said = ''
    },
    text(text) {
      said += text
    },
    close(name) {
      const text = said.replace(/\s+/g, ' ').trim()
      said = ''
      if (text === '') return
      const known = texts.get(name)
      if (known === undefined) texts.set(name, [text])
      else known.push(text)
    },
  })
  return texts
}
