/**
 * Ranks fields by how likely people want them. Dozens are proposed for a class; those that matter are mostly certain, on most pages, labeled, and
 * near the main heading, or are that heading. Fields that are beside the content, are long, lead elsewhere or are only for machines are wanted
 * less often. A field that only repeats one before it, such as the title in the breadcrumbs, comes last. The fields of a wrapper come in this
 * order; it decides nothing else.
 *
 * The numbers were chosen on three verticals of SWDE; on four others 77 % of the attributes are then among the first ten fields, 62 % in the
 * order of confidence (bench/wrappers/README.md).
 */
import type { WrapperField } from './model.ts'
import type { PageUnits, Unit } from './page-units.ts'
import type { Place } from './places.ts'
import { type DeclaredField, isEcho } from './structured-fields.ts'

/** A field with the place it was found at. */
export interface PlacedField {
  readonly field: WrapperField
  readonly place: Place
}

const HEADING = 1.5
const UNLABELED = 0.9
const ASIDE = 0.4
const LONG = 0.8
const MAX_SHORT_CHARS = 160
const DECLARED = 0.8
const DECLARED_NAME = 1.3
const META = 0.4
const TYPE_WORTH: Readonly<Partial<Record<WrapperField['type'], number>>> = { url: 0.6, img: 0.7, html: 0.7 }
/** Distance from the heart, as a share of the page's nodes, at which nearness counts half; and the share of the worth that depends on it. */
const HALF_WAY = 0.25
const NEAR_SHARE = 0.4

export function byInterest(
  declared: readonly DeclaredField[],
  placed: readonly PlacedField[],
  pages: readonly PageUnits[],
  isAside: (place: Place) => boolean,
): WrapperField[] {
  const hearts = pages.map(heartOf)
  const rows = [
    ...declared.map(field => ({
      field: plainField(field),
      texts: field.texts,
      worth: worthOf(field) * declaredWorth(field),
    })),
    ...placed.map(({ field, place }) => ({
      field,
      texts: textsAt(place, pages.length),
      worth: worthOf(field) * placeWorth(place, pages, hearts) * (isAside(place) ? ASIDE : 1),
    })),
  ]
  return echoesLast(rows.sort((one, other) => other.worth - one.worth)).map(({ field }) => field)
}

interface Ranked {
  readonly field: WrapperField
  /** The texts of each sample page. */
  readonly texts: readonly (readonly string[])[]
}

function echoesLast(rows: readonly Ranked[]): Ranked[] {
  const voices: Ranked[] = []
  const echoes: Ranked[] = []
  for (const row of rows)
    (voices.some(({ texts }) => isEcho(row.texts, texts) && isEcho(texts, row.texts)) ? echoes : voices).push(
      row,
    )
  return [...voices, ...echoes]
}

function textsAt({ members }: Place, pages: number): string[][] {
  const texts: string[][] = Array.from({ length: pages }, () => [])
  for (const { unit } of members) texts[unit.page]!.push(unit.text)
  return texts
}

function plainField({ name, type, xpath, many, share, confidence }: WrapperField): WrapperField {
  return { name, type, xpath, many, share, confidence }
}

const worthOf = ({ type, share, confidence }: WrapperField) =>
  Math.sqrt(confidence) * share * (TYPE_WORTH[type] ?? 1)

function declaredWorth({ xpath }: DeclaredField): number {
  if (xpath.startsWith('meta(')) return META
  return /\/(?:name|headline|title)$/i.test(xpath) ? DECLARED_NAME : DECLARED
}

function placeWorth({ way, members }: Place, pages: readonly PageUnits[], hearts: readonly number[]): number {
  const units = members.map(({ unit }) => unit)
  const isLabeled = way.kind === 'label' || way.kind === 'prefix'
  const chars = units.reduce((sum, { text }) => sum + text.length, 0) / units.length
  const far = units.map(({ page, order }) => Math.abs(order - hearts[page]!) / pages[page]!.tree.nodes.length)
  const near = 1 / (1 + middleOf(far) / HALF_WAY)
  const isMain = units.filter(unit => isHeading(unit) || unit.order === hearts[unit.page]).length
  return (
    (isMain > units.length / 2 ? HEADING : isLabeled ? 1 : UNLABELED) *
    (1 - NEAR_SHARE + NEAR_SHARE * near) *
    (chars > MAX_SHORT_CHARS ? LONG : 1)
  )
}

const isHeading = ({ path }: Unit) => /\/h[1-3](?=[./])/.test(path)

const middleOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Where a page begins to speak of its subject: its first heading; if there is none, a quarter of the way down. */
function heartOf({ units, tree }: PageUnits): number {
  const heading = units.find(({ path }) => /\/h1(?=[./])/.test(path)) ?? units.find(isHeading)
  return heading?.order ?? Math.floor(tree.nodes.length / 4)
}
