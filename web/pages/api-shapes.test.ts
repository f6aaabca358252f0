import { expect, it } from 'vitest'
import { shapeOf } from './api-shapes.ts'

it.each([
  [{ $ref: '#/components/schemas/Page' }, 'Page'],
  [{ type: 'array', items: { type: 'number' } }, 'number[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, '(number | null)[]'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ prefixItems: [{ type: 'number' }, { type: 'string' }] }, '[number, string]'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name]: string }'],
  [{ type: 'object', properties: {} }, '{}'],
  [{}, 'anything'],
])('%j is written as %s', (schema, shape) => expect(shapeOf(schema)).toBe(shape))

it('writes objects with what is said about their parts', () =>
  expect(
    shapeOf({
      properties: {
        at: { type: 'string', description: 'when' },
        of: { properties: { n: { type: 'number' } } },
      },
      required: ['at'],
    }),
  ).toBe('{\n  at: string   // when\n  of?: {\n    n?: number\n  }\n}'))
