import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Address } from './address.rules.ts'
import { printChain } from './caip.rules.ts'

/**
 * What stands for an address in an index, 32 bytes: an HMAC over its chain, normal form and tag. Without
 * the pepper nobody can try addresses against it. Another tag, or another chain, is another key.
 */
export const addressKey = (pepper: Uint8Array, { chain, address, tag }: Address): Buffer =>
  // A space is in no chain and no address, so that no two accounts give one text.
  keyed(pepper, `account ${printChain(chain)} ${address} ${tag === null ? '-' : `=${tag}`}`)

/** The same without chain and tag: a hint that an address is known elsewhere, never an answer. */
export const addressHint = (pepper: Uint8Array, { address }: Address): Buffer =>
  keyed(pepper, `address ${address}`)

/** node:crypto takes 30 µs to find out that bytes are no key, and 3 µs to make one. */
const keys = new WeakMap<Uint8Array, KeyObject>()

function keyed(pepper: Uint8Array, text: string): Buffer {
  const key = keys.get(pepper) ?? createSecretKey(pepper)
  if ((key.symmetricKeySize ?? 0) < 32) throw new Error('The pepper has 32 bytes or more')
  keys.set(pepper, key)
  return createHmac('sha256', key).update(text).digest()
}
