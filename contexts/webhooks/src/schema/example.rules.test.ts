import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleOf } from './example.rules.ts'
import { exampleNumber, exampleText } from './example-text.rules.ts'

const made = (schema: object) => {
  const example = exampleOf({ ...schema })
  return 'example' in example ? example.example : example
}

describe('what a schema says itself comes first', () => {
  const all = { examples: [1, 2], example: 3, default: 4, const: 5, enum: [6] }
  test.each([
    [all, 1],
    [{ ...all, examples: [] }, 3],
    [{ default: 4, const: 5, enum: [6] }, 4],
    [{ const: null, enum: [6] }, null],
    [{ enum: [6, 7], type: 'string' }, 6],
    [{ $ref: '#/definitions/a', definitions: { a: { const: 8 } } }, 8],
  ])('[WH-07] %j', (schema, expected) => {
    expect(made(schema)).toEqual(expected)
  })
})

describe('by type', () => {
  test.each([
    [{}, 'string'],
    [{ type: 'string', format: 'email' }, 'user@example.com'],
    [{ type: 'string', format: 'toString' }, 'string'],
    [{ type: 'string', maxLength: 3 }, 'str'],
    [{ type: 'string', minLength: 8 }, 'stringst'],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: ['null', 'integer'] }, 0],
    [{ minimum: 2 }, 2],
    [{ properties: { a: { type: 'boolean' } } }, { a: true }],
    [{ additionalProperties: { type: 'integer' } }, { key: 0 }],
    [{ type: 'object', additionalProperties: false }, {}],
    [{ items: { type: 'integer' } }, [0]],
    [{ items: { type: 'integer' }, minItems: 3 }, [0, 0, 0]],
    [{ items: [{ type: 'integer' }, { const: 'b' }] }, [0, 'b']],
    [{ prefixItems: [{ const: 'a' }], items: { const: 'b' }, minItems: 3 }, ['a', 'b', 'b']],
    [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
    [
      { allOf: [{ properties: { a: { const: 1 } } }], properties: { b: { const: 2 } } },
      { a: 1, b: 2 },
    ],
    [
      { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'integer' } } },
      0,
    ],
  ])('[WH-07] %j', (schema, expected) => {
    expect(made(schema)).toEqual(expected)
  })

  test('[WH-07] a schema inside itself is left out; two that only name each other give none', () => {
    const tree = {
      properties: { name: {}, parent: { $ref: '#' }, children: { items: { $ref: '#' } } },
    }
    expect(made(tree)).toEqual({ name: 'string', children: [] })
    expect(made({ $ref: '#/a', a: { $ref: '#/b' }, b: { $ref: '#/a' } })).toEqual({
      problem: 'The schema only refers to itself',
    })
    expect(made({ $ref: 'https://a.example/' })).toHaveProperty('problem')
    expect(made({ $ref: '#/%E0%A4%A' })).toHaveProperty('problem')
  })
})

test('[WH-07] numbers lie within their bounds', () => {
  const bounds = fc.record({
    minimum: fc.integer({ min: -1000, max: 1000 }),
    span: fc.integer({ min: 1, max: 1000 }),
    exclusive: fc.boolean(),
  })
  fc.assert(
    fc.property(bounds, ({ minimum, span, exclusive }) => {
      const maximum = minimum + span
      const schema = exclusive
        ? { exclusiveMinimum: minimum, exclusiveMaximum: maximum + 1 }
        : { minimum, maximum }
      const number = exampleNumber(schema, true)
      expect(Number.isInteger(number)).toBe(true)
      expect(number).toBeGreaterThanOrEqual(exclusive ? minimum + 1 : minimum)
      expect(number).toBeLessThanOrEqual(maximum)
    }),
  )
  expect(exampleNumber({ exclusiveMinimum: 3, exclusiveMaximum: 3.2 }, false)).toBeCloseTo(3.1)
  expect(exampleNumber({ multipleOf: 7, minimum: 8 }, true)).toBe(14)
  expect(exampleNumber({ multipleOf: 0, exclusiveMinimum: 2 }, true)).toBe(3)
  expect(exampleNumber({ minimum: 1e308, multipleOf: 1e-308 }, false)).toBe(0)
})

test('[WH-07] texts have the length asked for, up to a thousand', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2000 }), fc.nat({ max: 50 }), (minLength, more) => {
      const text = exampleText({ minLength, maxLength: minLength + more })
      expect(text.length).toBe(Math.min(1000, Math.max(minLength, Math.min(6, minLength + more))))
    }),
  )
})

test('[WH-07] whatever a schema holds, it is soon done and says so', () => {
  const keywords =
    '$ref allOf anyOf oneOf properties items prefixItems additionalProperties minItems minLength type enum const default examples pattern'
  const refs = fc.constantFrom('#', '#/properties/a', '#/items', '#/allOf/0', '#/x', 'x', '#/')
  const { schema } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(0, -1, 1e9, 'object', 'array', null, true),
      refs,
      tie('list'),
      tie('schema'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    schema: fc.dictionary(fc.constantFrom(...keywords.split(' '), 'a', 'b'), tie('value'), {
      maxKeys: 6,
    }),
  }))
  fc.assert(
    fc.property(schema, (given) => {
      const text = JSON.stringify(exampleOf(Object(given)))
      expect(text.length).toBeLessThan(1_000_000)
    }),
    { numRuns: 2000 },
  )
})
