import { listedAssets, toDecimal } from '../asset/index.ts'

/** A small payment of a network's own coin. */
export type SmallPayment = { readonly asset: string; readonly amount: string }

/** Above what networks refuse as dust, and small change on all of them. */
export const [leastUnits, mostUnits] = [1_000, 9_999]

/**
 * What a customer pays in a Satoshi test: units of the eighth decimal, or of the last one where there are fewer.
 * @param units from {@link leastUnits} to {@link mostUnits}, drawn so that nobody else pays it by chance
 * @returns undefined where the network's own coin isn't known
 */
export function smallPayment(network: string, units: number): SmallPayment | undefined {
  const coin = listedAssets.find(({ caip19 }) => caip19.startsWith(`${network}/slip44:`))
  if (!coin) return undefined
  const base = BigInt(units) * 10n ** BigInt(Math.max(0, coin.decimals - 8))
  return { asset: coin.symbol, amount: toDecimal(base, coin.decimals) }
}

/** Whether two decimal amounts are the same: zeros at the end don't count. */
export function isSameAmount(a: string, b: string): boolean {
  const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return bare(a) === bare(b)
}

/** Whether two hashes name one transaction: hexadecimal ones are written in either case, with or without 0x. */
export function isSameHash(a: string, b: string): boolean {
  const normal = (hash: string) =>
    /^(0x)?[0-9a-f]{64}$/i.test(hash) ? hash.replace(/^0x/i, '').toLowerCase() : hash
  return normal(a) === normal(b)
}
