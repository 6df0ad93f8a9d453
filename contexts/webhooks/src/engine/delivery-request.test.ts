import { expect, test } from 'vitest'
import { deliveryHeaders } from './delivery-request.ts'
import type { Endpoint } from './endpoint-table.ts'

const endpoint: Endpoint = {
  ...{
    id: 'ep_1',
    url: 'https://receiver.example/',
    disabled: false,
    httpsOnly: true,
    wipes: false,
  },
  ...{ authorization: null, rate: null, keys: [], headers: [], failingSince: null },
  ...{ filterTypes: null, channels: null, ordered: false, transformation: null, variables: {} },
}

test.each([
  [1_700_000_000_000, '1700000000'],
  [1_700_000_000_001, '1700000000'],
  [1_700_000_000_999, '1700000000'],
])(
  '[WH-18] the timestamp at %i ms is the second that has begun, never one to come',
  (now, expected) => {
    const message = { id: 'msg_1', body: '{}', contentType: null, authorization: null }
    const headers = deliveryHeaders(endpoint, message, now)
    for (const name of ['svix-timestamp', 'webhook-timestamp'])
      expect(headers[headers.indexOf(name) + 1]).toBe(expected)
  },
)
