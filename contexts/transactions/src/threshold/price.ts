import type { Price } from '@countersign/contracts/transactions'

/** What a source answers: `value` as text without exponent, and the time it is of. */
export type Quote = { readonly value: string; readonly source: string; readonly at: Date }

/** Prices of assets in US dollars. Null where the source does not know, or does not answer. */
export type PriceSource = {
  readonly quote: (caip19: string, at: Date) => Promise<Quote | null>
}

/** Units of a currency for a US dollar. Null where the source does not know, or does not answer. */
export type FxSource = {
  readonly rate: (currency: string, at: Date) => Promise<Quote | null>
}

/** What to price, for which currencies. */
export type PriceQuestion = {
  readonly caip19: string
  /** The request's own price in US dollars; it wins. */
  readonly custom?: string | undefined
  readonly currencies: readonly string[]
  readonly at: Date
}

/** The price of an asset with the rates that are known, or null where nobody knows the price. */
export async function priceOf(
  { prices, rates }: { readonly prices: PriceSource; readonly rates: FxSource },
  { caip19, custom, currencies, at }: PriceQuestion,
): Promise<Price | null> {
  const quote =
    custom === undefined ? await prices.quote(caip19, at) : { value: custom, source: 'CUSTOM', at }
  if (!quote) return null
  const wanted = [...new Set(currencies)].filter((currency) => currency !== 'USD')
  const known = await Promise.all(
    wanted.map(async (currency) => [currency, await rates.rate(currency, at)] as const),
  )
  return {
    usd: quote.value,
    source: quote.source,
    at: quote.at.toISOString(),
    fx: Object.fromEntries(
      known.flatMap(([currency, rate]) => (rate ? [[currency, rate.value]] : [])),
    ),
  }
}
