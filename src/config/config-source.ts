/** Parses the text of a config and remembers the position of every key and value. JSON is read as YAML, of which it is a subset. */
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { errorMessage, Failure } from '../env/index.ts'
import type { Path } from './problem.ts'

export interface Source {
  readonly input: unknown
  /** Line and column (`7:3`) of the key or value at `path`, or of the nearest enclosing group in the text. */
  placeOf(path: Path, at: 'key' | 'value'): string
}

/** A larger file is rejected at once: it must be the wrong file, and parsing it would take long. */
const MAX_CONFIG_CHARS = 4_000_000

export function readSource(text: string, fileName: string): Source {
  if (text.length > MAX_CONFIG_CHARS) throw new Failure('usage', `${fileName}: is too large to be a config`)
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    stringKeys: true,
    // `<<: *name`, as many people know it from YAML 1.1.
    merge: true,
  })
  const words = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${Math.max(1, line)}:${Math.max(1, col)}`
  }
  const [error] = document.errors
  if (error)
    throw new Failure(
      'usage',
      `${fileName}:${words(error.pos[0])}: ${syntaxSentence(error.code, error.message)}`,
    )
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return
      throw new Failure(
        'usage',
        `${fileName}:${words(alias.range?.[0] ?? 0)}: nothing is called &${alias.source} before *${alias.source}`,
      )
    },
  })
  return {
    input: plainValue(() => document.toJS({ maxAliasCount: 100 }), fileName),
    placeOf: (path, at) => words(offsetOf(document.contents, path, at)),
  }
}

function plainValue(read: () => unknown, fileName: string): unknown {
  try {
    return read()
  } catch (cause) {
    const reason = errorMessage(cause)
    throw new Failure('usage', `${fileName}: cannot be read as YAML (${reason})`, { cause })
  }
}

function syntaxSentence(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this key stands here for the second time'
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, but a file holds one config'
  if (code === 'TAB_AS_INDENT') return 'the line is indented by a tab; YAML wants spaces'
  if (code === 'NON_STRING_KEY') return 'a key must be plain text'
  return `not valid YAML: ${message.split('\n', 1)[0]}`
}

function offsetOf(contents: unknown, path: Path, at: 'key' | 'value'): number {
  let offset = startOf(contents) ?? 0
  let node = contents
  path.forEach((part, index) => {
    const { key, value } = childOf(node, part)
    const wanted =
      index === path.length - 1 && at === 'value'
        ? (startOf(value) ?? startOf(key))
        : (startOf(key) ?? startOf(value))
    offset = wanted ?? offset
    node = value
  })
  return offset
}

function childOf(node: unknown, part: string | number): { key?: unknown; value?: unknown } {
  if (isSeq(node)) return { value: node.items[Number(part)] }
  if (!isMap(node)) return {}
  const pair = node.items.find(
    item => isPair(item) && isScalar(item.key) && String(item.key.value) === String(part),
  )
  return pair === undefined ? {} : { key: pair.key, value: pair.value }
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node as Node).range?.[0] : undefined
}
