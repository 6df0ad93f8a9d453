import { rawJson } from '@countersign/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText, rawMembers } from './raw-json.ts'

const member = (text: string, name = 'payload') => rawMembers(Buffer.from(text), [name]).get(name)

describe('[WH-08] raw members', () => {
  test.each([
    ['{"payload":{"b":1.0,"a":12345678901234567890}}', '{"b":1.0,"a":12345678901234567890}'],
    ['{ "a" : [ "}" , "{" ] ,\n "payload" : { "x" : " a b " , "y" : [ 1 ,\t2 ] } }', null],
    ['{"payload":1,"payload":{"last":true}}', '{"last":true}'],
    ['{"p\\u0061yload":{"escaped":"\\u00e9\\"\\\\ "}}', '{"escaped":"\\u00e9\\"\\\\ "}'],
    ['{"data":{"payload":{"inner":1}},"payload":{"é":"ü "}}', '{"é":"ü "}'],
    ['{"payload" : 1e3 }', '1e3'],
    ['{"payload":{"":[]}}', '{"":[]}'],
  ])('[WH-08] of %s', (text, expected) => {
    expect(member(text)).toBe(expected ?? '{"x":" a b ","y":[1,2]}')
  })

  test.each(['{}', '[{"payload":1}]', '"payload"', '{"a":{"payload":1}}', '  ', '{"Payload":1}'])(
    '[WH-08] there is none in %s',
    (text) => expect(member(text)).toBeUndefined(),
  )

  test('[WH-08] equal what JSON.parse finds, in any text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.jsonValue(),
        fc.constantFrom(undefined, 1, '\t', ' \r\n '),
        (others, payload, indent) => {
          const text = JSON.stringify({ ...others, payload }, null, indent)
          expect(member(text)).toBe(JSON.stringify(payload))
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('[WH-08] JSON with raw values', () => {
  test('[WH-08] raw values stand as their text, all else as JSON.stringify has it', () => {
    const answer = {
      data: [{ id: 'a', none: undefined, payload: rawJson('{"n":1.0}') }],
      done: true,
    }
    expect(jsonText(answer)).toBe('{"data":[{"id":"a","payload":{"n":1.0}}],"done":true}')
  })

  test('[WH-08] no parsed value is taken for a raw one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value))
        expect(jsonText(parsed)).toBe(JSON.stringify(parsed))
      }),
    )
    expect(JSON.stringify(rawJson('{"secret":1}'))).toBe('{}')
  })
})
