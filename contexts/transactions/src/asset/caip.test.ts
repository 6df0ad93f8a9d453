import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vectors } from '../vectors.fixture.ts'
import {
  assetKey,
  parseAccount,
  parseAsset,
  parseChain,
  printAccount,
  printAsset,
  printChain,
} from './caip.rules.ts'

const examples: { readonly [kind: string]: readonly { id: string }[] } =
  vectors('caip-examples.json')

test('[TX-01] every example of CAIP-2, -10 and -19 is read, and printed as it was', () => {
  const seen = [
    ...(examples['caip-2'] ?? []).map(({ id }) => [id, printed(parseChain(id), printChain)]),
    ...(examples['caip-10'] ?? []).map(({ id }) => [id, printed(parseAccount(id), printAccount)]),
    ...(examples['caip-19'] ?? []).map(({ id }) => [id, printed(parseAsset(id), printAsset)]),
  ]
  expect(seen).toHaveLength(29)
  for (const [id, text] of seen) expect(text).toBe(id)
})

const printed = <T>(value: T | null, print: (value: T) => string) => value && print(value)

test('[TX-01] good asset identifiers are read, bad ones are not', () => {
  const of = (name: string): { asset: unknown; description: string }[] =>
    vectors(name).message.identifiers
  for (const { asset } of of('taips-valid-asset-identifiers.json'))
    expect(parseAsset(String(asset)), String(asset)).not.toBeNull()
  for (const { asset, description } of of('taips-invalid-asset-identifiers.json'))
    expect(parseAsset(String(asset)), description).toBeNull()
  for (const text of ['eip155:1/slip44:x', 'eip155:1/slip44:60/1', 'EIP155:1/slip44:60', ''])
    expect(parseAsset(text), text).toBeNull()
})

test('[TX-01] any text is an identifier that prints itself, or none', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9]{2,9}:[A-Za-z0-9_-]{0,34}[:/][a-z0-9:/.%-]*$/),
      (text) => {
        const [asset, account] = [parseAsset(text), parseAccount(text)]
        expect(asset === null || printAsset(asset) === text).toBe(true)
        expect(account === null || printAccount(account) === text).toBe(true)
      },
    ),
  )
})

test('[TX-01] a contract of an EVM chain is one asset in any case, a token elsewhere is not', () => {
  const keyOf = (text: string) => {
    const id = parseAsset(text)
    return id && assetKey(id)
  }
  expect(keyOf('eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBe(
    keyOf('eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'),
  )
  expect(keyOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjF')).not.toBe(
    keyOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:epjf'),
  )
})
