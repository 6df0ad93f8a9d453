import { createHmac, createSecretKey } from 'node:crypto'
import type { Address } from './address.rules.ts'
import { printChain } from './caip.rules.ts'

/**
 * What stands for an address in an index, 32 bytes: an HMAC over its chain, normal form and tag. Without
 * the pepper nobody can try addresses against it. Another tag, or another chain, is another key.
 */
export const addressKey = (pepper: Uint8Array, { chain, address, tag }: Address): Uint8Array =>
  // A space is in no chain and no address, so that no two accounts give one text.
  keyed(pepper, `account ${printChain(chain)} ${address} ${tag === null ? '-' : `=${tag}`}`)

/** The same without chain and tag: a hint that an address is known elsewhere, never an answer. */
export const addressHint = (pepper: Uint8Array, { address }: Address): Uint8Array =>
  keyed(pepper, `address ${address}`)

function keyed(pepper: Uint8Array, text: string): Uint8Array {
  if (pepper.length < 32) throw new Error('The pepper has 32 bytes or more')
  // node:crypto takes 30 µs to find out that bytes are no key.
  return createHmac('sha256', createSecretKey(pepper)).update(text).digest()
}
