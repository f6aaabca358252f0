/** Checks what a request asks for. What is wrong is one sentence; a name that nobody knows is wrong, too: a misspelled filter would match everything. */
import { z } from 'zod'
import { Failure } from '../env/index.ts'

type Issue = z.core.$ZodIssue

/** `also` are names that something else than the operation reads. */
export function parsedRequest(schema: z.ZodType, given: unknown, also: readonly string[] = []): unknown {
  const result = schema.safeParse(given)
  if (!result.success) throw new Failure('usage', sentenceOf(result.error.issues[0]))
  const unknown = unknownNames(schema, given, also)
  if (unknown.length > 0) throw new Failure('usage', unknownSentence(schema, unknown[0]!))
  return result.data
}

function unknownNames(schema: z.ZodType, given: unknown, also: readonly string[]): string[] {
  if (!(schema instanceof z.ZodObject) || typeof given !== 'object' || given === null) return []
  return Object.keys(given).filter(name => !(name in schema.shape) && !also.includes(name))
}

function unknownSentence(schema: z.ZodType, name: string): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return `"${name}" is not known here: ${known.length === 0 ? 'this takes nothing' : `use ${known.join(', ')}`}`
}

function sentenceOf(issue: Issue | undefined): string {
  if (issue === undefined) return 'the request is not understood'
  const at = issue.path.join('.')
  return `${at === '' ? 'the request' : at}: ${wordsOf(issue)}`
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** What the schema says where it has no words of its own. */
const USUAL = /^(?:Invalid input|Too small|Too big): /

function wordsOf(issue: Issue): string {
  if (issue.code !== 'invalid_value' && !USUAL.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_value':
      return `it must be one of ${issue.values.join(', ')}`
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'it is missing'
      return KINDS[issue.expected] ? `it must be ${KINDS[issue.expected]}` : issue.message
    case 'too_small':
      return `it must ${amount(issue.origin, Number(issue.minimum), 'at least')}`
    case 'too_big':
      return `it must ${amount(issue.origin, Number(issue.maximum), 'at most')}`
    default:
      return issue.message
  }
}

function amount(origin: string, limit: number, most: string): string {
  const one = limit === 1
  if (origin === 'string') return `have ${most} ${limit} ${one ? 'character' : 'characters'}`
  if (origin === 'array') return `have ${most} ${limit} ${one ? 'entry' : 'entries'}`
  return `be ${most} ${limit}`
}
