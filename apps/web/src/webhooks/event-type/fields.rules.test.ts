import { expect, test } from 'vitest'
import { fieldsOf } from './fields.rules.ts'

test('[WP-02] a schema is read as a list of fields, inner ones with their path', () => {
  const schema = {
    type: 'object',
    required: ['type', 'data'],
    properties: {
      type: { const: 'transfer.sent' },
      data: {
        type: 'object',
        properties: {
          state: { enum: ['NEW', 'SENT'], description: 'How it stands' },
          parts: {
            type: 'array',
            items: { type: 'object', properties: { id: { type: 'string' } } },
          },
          at: { type: ['string', 'null'], format: 'date-time' },
        },
      },
    },
  }
  expect(fieldsOf(schema).map(({ path, type, required }) => `${path} ${type} ${required}`)).toEqual(
    [
      'type "transfer.sent" true',
      'data object true',
      'data.state NEW | SENT false',
      'data.parts object[] false',
      'data.parts[].id string false',
      'data.at string | null (date-time) false',
    ],
  )
  expect(fieldsOf(schema)[2]?.description).toBe('How it stands')
  expect(fieldsOf(true)).toEqual([])
})
