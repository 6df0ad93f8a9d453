import { simulatedAnswers, simulatedAssets } from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import { chainNamed, readAddress } from '../asset/index.ts'
import { answerAt, sandboxAddresses } from './sandbox-address.rules.ts'
import { reply, type Scene } from './script.rules.ts'

const scene: Scene = { status: 'SENT', released: false, request: null, age: 0, isFirst: true }

test.each([
  ['ACCEPT', {}, { action: 'confirm' }],
  ['ACCEPT', { status: 'ACK' }, undefined],
  ['ACCEPT', { status: 'ACK', released: true }, { action: 'accept' }],
  ['ACCEPT_LATER', { age: 4 }, { again: 5 }],
  ['ACCEPT_LATER', { age: 5 }, { action: 'confirm' }],
  ['DECLINE', { status: 'ACK', released: true }, { action: 'decline' }],
  ['NAME_MISMATCH', { status: 'ACK', released: true }, { action: 'decline' }],
  ['REJECT', {}, { action: 'reject' }],
  ['NOT_READY', {}, { action: 'notReady' }],
  ['NOT_READY', { status: 'NOT_READY', age: 1 }, { again: 5 }],
  ['NOT_READY', { status: 'NOT_READY', age: 5 }, { action: 'confirm' }],
  ['SILENT', {}, undefined],
  ['REQUEST_DATA', {}, { action: 'requestData' }],
  ['REQUEST_DATA', { request: 'OPEN' }, undefined],
  ['REQUEST_DATA', { request: 'ANSWERED' }, { action: 'confirm' }],
  ['REDIRECT', {}, { action: 'redirect' }],
  ['REDIRECT', { isFirst: false }, { action: 'confirm' }],
  ['ACCEPT', { status: 'CANCELLED' }, undefined],
] as const)('[TX-02] the simulator’s %s at %j', (answer, more, expected) => {
  const found = reply(answer, { ...scene, ...more })
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toMatchObject(expected)
})

test('[TX-02] every answer has an address of its own on each network, which the network knows', () => {
  expect(sandboxAddresses).toHaveLength(simulatedAnswers.length * simulatedAssets.length)
  for (const { address, network, answer } of sandboxAddresses) {
    const chain = chainNamed(network)
    expect(chain && readAddress(chain, address), address).toMatchObject({ ok: true })
    expect(answerAt(address)).toBe(answer)
  }
})
