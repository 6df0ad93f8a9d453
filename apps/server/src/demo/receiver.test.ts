import { randomBytes } from 'node:crypto'
import { createLog } from '@countersign/kit/log'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoReceiver, demoReceiver } from './receiver.ts'

const secret = `whsec_${randomBytes(24).toString('base64')}`
let receiver: DemoReceiver
let url: string
beforeAll(async () => {
  receiver = demoReceiver(secret, createLog('silent'))
  url = await receiver.listen('127.0.0.1', 0)
})
afterAll(() => receiver.close())

const verdict = (company: string, object: string, sequence: number, reviewValue: string) => ({
  type: 'vasp.reviewed',
  vaspDID: company,
  sequence,
  did: company,
  reviewedVaspDID: object,
  reviewValue,
  updatedAt: '2026-11-23T09:14:02.117Z',
})

async function arrive(payload: object, key = secret): Promise<number> {
  const body = JSON.stringify(payload)
  const at = new Date()
  const id = `msg_${randomBytes(6).toString('hex')}`
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

const latestOf = (company: string) =>
  receiver
    .latest()
    .filter((state) => state.company === company)
    .map(({ object, sequence }) => [object, sequence])
    .toSorted()

test('[WH-18] the receiver shows the latest state of each object, whatever order its events arrive in', async () => {
  const company = 'did:web:latest.example'
  const [one, two] = ['did:web:one.example', 'did:web:two.example']
  for (const [object, sequence] of [
    [one, 4],
    [one, 2],
    [two, 3],
    [one, 4],
    [two, 7],
    [two, 5],
  ] as const)
    expect(await arrive(verdict(company, object, sequence, 'TRUSTED'))).toBe(200)
  expect(latestOf(company)).toEqual([
    [one, 4],
    [two, 7],
  ])
  // The same object can be known to another company, whose sequence is its own.
  const other = 'did:web:latest-other.example'
  await arrive(verdict(other, one, 1, 'BLOCKED'))
  expect(latestOf(other)).toEqual([[one, 1]])
  expect(latestOf(company)).toHaveLength(2)
})

test('[WH-18] what is forged, or is no declared event, changes no state', async () => {
  const company = 'did:web:forged-state.example'
  const forged = verdict(company, company, 9, 'TRUSTED')
  expect(await arrive(forged, `whsec_${randomBytes(24).toString('base64')}`)).toBe(401)
  expect(await arrive(verdict(company, company, 1, 'NO_VERDICT'))).toBe(200)
  expect(await arrive({ type: 'invoice.paid', sequence: 1 })).toBe(200)
  expect(await arrive([null])).toBe(200)
  expect(latestOf(company)).toEqual([])
})
