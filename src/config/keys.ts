/** The known keys, from the published JSON Schema, and suggestions for mistyped keys. */
import { z } from 'zod'
import { OTHER_NAMES } from './other-names.ts'
import type { Path } from './problem.ts'
import { schema } from './schema.ts'

/** The part of JSON Schema that our schema uses. */
export interface SchemaNode {
  readonly description?: string
  readonly default?: unknown
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
}

/** Made once, on first use: making it takes longer than validating a config, and every unknown key needs it. */
let made: SchemaNode | undefined

export function jsonSchema(): SchemaNode {
  made ??= z.toJSONSchema(schema, { io: 'input' }) as SchemaNode
  return made
}

/** Returns the group of keys that a node describes, even if the group is only one of several alternatives. */
export function groupOf(node: SchemaNode): SchemaNode | undefined {
  if (node.properties !== undefined) return node
  for (const choice of node.anyOf ?? []) {
    const group = groupOf(choice)
    if (group !== undefined) return group
  }
  return undefined
}

function listItem(node: SchemaNode): SchemaNode | undefined {
  return node.items ?? node.anyOf?.find(choice => choice.items !== undefined)?.items
}

function keysAt(root: SchemaNode, path: Path): readonly string[] {
  let node: SchemaNode | undefined = root
  for (const part of path) {
    node = node && (typeof part === 'number' ? listItem(node) : groupOf(node)?.properties?.[part])
  }
  return Object.keys((node && groupOf(node)?.properties) ?? {})
}

/** Suggests a key of the same group with a similar spelling, or else a key with exactly this name in another group, or one that other crawlers call so. */
export function nearestKey(path: Path): Path | undefined {
  const root = jsonSchema()
  const typed = plain(String(path.at(-1)))
  const group = path.slice(0, -1)
  const ranked = keysAt(root, group)
    .map(key => ({ key, distance: editDistance(typed, plain(key)) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  if (best !== undefined && best.distance <= Math.min(2, Math.floor(typed.length / 2)))
    return [...group, best.key]
  const known = placesOfKeys(root, []).find(place => plain(String(place.at(-1))) === typed)
  return known ?? (Object.hasOwn(OTHER_NAMES, typed) ? OTHER_NAMES[typed]!.split('.') : undefined)
}

function placesOfKeys(node: SchemaNode, path: Path): Path[] {
  return Object.entries(groupOf(node)?.properties ?? {}).flatMap(([key, child]) => [
    [...path, key],
    ...placesOfKeys(child, [...path, key]),
  ])
}

/** Treats `user_agent`, `user-agent` and `useragent` as the same slip. */
function plain(key: string): string {
  return key.slice(0, 40).toLowerCase().replace(/[-_ ]/g, '')
}

/** Counts insertions, deletions, substitutions and swaps of adjacent letters (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? rows[i - 2]![j - 2]! + 1
          : substituted
      row.push(Math.min(substituted, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
