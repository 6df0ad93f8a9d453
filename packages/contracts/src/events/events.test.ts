import { expect, test } from 'vitest'
import { events, findEvent, schemaOf } from './index.ts'

test('[WH-07] each event is declared once, and its examples are what receivers get', () => {
  const names = events.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, object, wire, payload, examples, description } of events) {
    expect(description).toMatch(/^[A-Z].*\.$/)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(wire.parse(example)).toEqual(example)
      expect(example).toMatchObject({ type: name, vaspDID: expect.stringMatching(/^did:/) })
      expect(example[object], 'the object is always there').toBeTypeOf('string')
      const { type: _, vaspDID: __, sequence: ___, ...fields } = example
      expect(payload.parse(fields)).toEqual(fields)
      expect(payload.safeParse({ ...fields, undeclared: 1 }).success).toBe(false)
    }
  }
})

test('[WH-07] the schema for the catalogue demands what every event carries, and allows later fields', () => {
  const event = findEvent('vasp.reviewed')
  const schema = event && schemaOf(event)
  expect(schema).toMatchObject({ type: 'object', properties: { type: { const: 'vasp.reviewed' } } })
  expect(schema?.required).toEqual(expect.arrayContaining(['type', 'vaspDID', 'sequence']))
  expect(schema?.additionalProperties).toBeUndefined()
})
