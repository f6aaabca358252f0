/**
 * The data of TeamHG-Memex/Formasaurus: pages with forms that people typed (`formasaurus/data`). The types are simplified as its authors do:
 * eight kinds of forms (our filters count as other) and 47 of fields. Domains, without their suffix, fall into a training and a test half by a
 * hash of their name. Left out are forms that were skipped or not annotated, and pages where we find another number of forms than they did.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDomainWithoutSuffix } from 'tldts'
import { decodeBody, parseTree, type TreeNode } from '../../../src/html/index.ts'
import { isHidden } from '../../../src/site/forms/clues.ts'
import type { Control } from '../../../src/site/forms/controls.ts'

const KINDS: Readonly<Record<string, string>> = {
  s: 'search',
  l: 'login',
  r: 'registration',
  p: 'recovery',
  c: 'contact',
  m: 'mailing-list',
  b: 'order',
}
const ROLES: Readonly<Record<string, string>> = Object.fromEntries(
  `us username, p1 password, p2 password-confirmation, e1 email, e2 email-confirmation, ue username-or-email, ca captcha,
  hp honeypot, tC terms, eC receive-emails, rC remember-me, Bs submit, Bc cancel, Br reset, n1 first-name, n2 middle-name,
  n3 last-name, nf full-name, ns full-name, ch full-name, no organization, ge gender, tz time-zone, ds daylight-saving,
  Co country, Ci city, St state, Ad address, Sa address, Sn address, S# address, A# address, A1 address, A2 address,
  PO address, cA address, Zi postal-code, ph phone, P0 phone, P1 phone, P2 phone, P3 phone, fa fax, ws url, oi openid,
  am about, CC comment, CT subject, sq security-question, sa security-answer, qq search-query, qc search-refinement,
  qt quantity, st style, sp sorting, ON number, OD date, bD date, Od day, bd day, Om month, bm month, cm month, Oy year,
  by year, cy year, OR read-only`
    .split(',')
    .map(pair => pair.trim().split(' ') as [string, string]),
)

interface Entry {
  readonly url: string
  readonly forms: readonly string[]
  readonly visible_html_fields: readonly Readonly<Record<string, string>>[]
}

export interface Example {
  readonly file: string
  readonly url: string
  readonly domain: string
  readonly node: TreeNode
  readonly kind: string
  readonly fields: Readonly<Record<string, string>>
}

export interface Annotated {
  readonly examples: readonly Example[]
  /** Pages on which we find another number of forms. */
  readonly leftOut: number
}

export function readAnnotated(folder: string): Annotated {
  const data = join(folder, 'formasaurus/data')
  const index = JSON.parse(readFileSync(join(data, 'index.json'), 'utf8')) as Record<string, Entry>
  const examples: Example[] = []
  let leftOut = 0
  for (const [file, entry] of Object.entries(index)) {
    if (!existsSync(join(data, file))) continue
    const found = parseTree(textOf(readFileSync(join(data, file)))).nodes.filter(node => node.name === 'form')
    if (found.length === entry.forms.length) examples.push(...examplesOf(file, entry, found))
    else leftOut++
  }
  return { examples, leftOut }
}

/** The pages were stored as UTF-8, whatever their `<meta>` says; some were not. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return decodeBody(body, undefined, 'html').text
  }
}

function examplesOf(
  file: string,
  { url, forms, visible_html_fields: fields }: Entry,
  found: readonly TreeNode[],
) {
  const domain = getDomainWithoutSuffix(url) ?? new URL(url).hostname
  return forms.flatMap((letter, i): Example[] =>
    letter === '-' || letter === 'X'
      ? []
      : [{ file, url, domain, node: found[i]!, kind: KINDS[letter] ?? 'other', fields: fields[i] ?? {} }],
  )
}

function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0
  return (sum ^ (sum >>> 15)) >>> 0
}

export const isTraining = ({ domain }: Example): boolean => hash(domain) % 2 === 0
/** One of five folds inside either half. */
export const foldOf = ({ domain }: Example): number => (hash(domain) >>> 8) % 5

export const isTyped = ({ fields }: Example) =>
  Object.keys(fields).length > 0 && Object.values(fields).every(type => type !== 'XX' && type !== '--')
/** `undefined` if people were not asked: hidden fields, and those without a name. */
export const roleOf = ({ fields }: Example, control: Control): string | undefined => {
  const type = isHidden(control) ? undefined : fields[control.node.attribute('name') ?? '']
  return type === undefined ? undefined : (ROLES[type] ?? 'other')
}
