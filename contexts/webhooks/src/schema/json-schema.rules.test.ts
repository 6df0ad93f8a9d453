import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { schemaProblem } from './json-schema.rules.ts'

// Draft 7 says in its own schema what a schema is; the library's copy of it judges.
// It does not look at formats, and asks more of enum than the draft does.
const judge = new Ajv({ strict: false })

function isValid(keyword: string, value: unknown) {
  if (keyword === 'enum') return Array.isArray(value)
  if (keyword === 'pattern' && typeof value === 'string') return isPattern(value)
  if (keyword === 'patternProperties' && !Object.keys(Object(value)).every(isPattern)) return false
  return judge.validateSchema({ [keyword]: value }) === true
}

function isPattern(text: string) {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const keywords = [
  ...['$comment', '$id', '$ref', 'additionalItems', 'additionalProperties', 'allOf', 'anyOf'],
  ...['const', 'contains', 'contentEncoding', 'contentMediaType', 'default', 'definitions'],
  ...['dependencies', 'description', 'else', 'enum', 'examples', 'exclusiveMaximum'],
  ...['exclusiveMinimum', 'format', 'if', 'items', 'maxItems', 'maxLength', 'maxProperties'],
  ...['maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'multipleOf', 'not', 'oneOf'],
  ...['pattern', 'patternProperties', 'properties', 'propertyNames', 'readOnly', 'required'],
  ...['then', 'title', 'type', 'uniqueItems', 'unknown'],
]

const values = [
  ...[null, true, false, 0, 1, -1, 1.5, '', 'a', 'string', '[', '(?<a'],
  ...[[], {}, [true], [1], ['a'], ['a', 'a'], ['string', 'string'], ['string', 'null'], [[]]],
  ...[{ a: true }, { a: 1 }, { a: ['b'] }, { a: ['b', 'b'] }, { a: { type: 1 } }, { '[': true }],
  ...[{ type: 'nothing' }, [{ type: 'nothing' }], { a: { required: ['x', 'x'] } }],
]

test.each(keywords)(
  '[WH-07] %s is a schema of draft 7 exactly where draft 7 says so',
  (keyword) => {
    for (const value of values) {
      const schema = { [keyword]: value }
      for (const whole of [schema, { properties: { a: schema } }])
        expect([value, schemaProblem(whole) === null]).toEqual([value, isValid(keyword, value)])
    }
  },
)
