import type { Input, Output } from '@countersign/contracts'
import type { tx as contract } from '@countersign/contracts/transactions'
import { fail } from '@countersign/kit/errors'
import { findAsset, listedAssets } from '../asset/index.ts'
import type { TransactionsDeps } from '../deps.ts'
import { localAmounts, priceOf, toMoney } from '../threshold/index.ts'
import { invalidTransfer } from '../transfer/index.ts'
import { currencyOf } from './judge.ts'
import { amountOf, assetOf } from './movement.ts'

/** The listed assets whose symbol, name or network begins so. */
export function findAssets({ query: { q = '' } }: Input<typeof contract.assets>) {
  const words = q.trim().toLowerCase()
  const assets = listedAssets.flatMap(({ caip19, name }) => {
    const answer = findAsset({ caip19 })
    const asset = answer.ok ? { ...answer.asset, name } : undefined
    const fits = [asset?.symbol, name, asset?.network].some((text) =>
      text?.toLowerCase().startsWith(words),
    )
    return asset && fits ? [asset] : []
  })
  return { assets }
}

/**
 * What an amount of an asset is worth now.
 * @throws 400 unknown asset, 422 for an amount that can't be read
 */
export async function priceAsset(
  deps: TransactionsDeps,
  company: string,
  { query }: Input<typeof contract.price>,
  at: Date,
): Promise<Output<typeof contract.price>> {
  const asset = assetOf({ transactionAsset: query.asset, network: query.network })
  const amount = amountOf({ amount: query.amount }, asset.decimals)
  if (typeof amount !== 'bigint') throw invalidTransfer([{ ...amount, loc: ['query', 'amount'] }])
  const currency = query.currency ?? (await ownCurrency(deps, company))
  const price = await priceOf(deps, { caip19: asset.caip19, currencies: [currency], at })
  const value = localAmounts(amount, asset.decimals, price)(currency)
  return { value: value && toMoney(value, currency), price }
}

const ownCurrency = (deps: TransactionsDeps, company: string): Promise<string> =>
  deps.database.withTenant(company, async (tx) => {
    const [own] = await deps.companies(tx, [company])
    if (!own) throw fail('not_found', 'No such company in the directory')
    return currencyOf(await deps.jurisdictions(tx), own)
  })
