import type { Money, Price } from '@countersign/contracts/transactions'
import { Big } from 'big.js'

/** The value of a transfer in a currency, or null where no price or rate is known. */
export type LocalAmounts = (currency: string) => Big | null

/**
 * The value of `base` units in any currency that `price` has a rate for. Products alone, which big.js
 * has exactly: nothing is rounded before it is compared.
 */
export function localAmounts(
  base: bigint,
  decimals: number,
  price: Pick<Price, 'usd' | 'fx'> | null,
): LocalAmounts {
  if (!price) return () => null
  const usd = new Big(base.toString()).times(new Big(`1e-${decimals}`)).times(price.usd)
  return (currency) => {
    if (currency === 'USD') return usd
    const rate = Object.hasOwn(price.fx, currency) ? price.fx[currency] : undefined
    return rate === undefined ? null : usd.times(rate)
  }
}

/** Rounded half to even to the minor digits of the currency, as people see it. */
export function toMoney(amount: Big, currency: string): Money {
  const digits = minorDigits(currency)
  return {
    amountInLocalCurrency: amount.round(digits, Big.roundHalfEven).toFixed(digits),
    currency,
  }
}

/** 2 for the euro, 0 for the yen. */
function minorDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, digits)
  return digits
}
/** There are some 300 currencies. */
const digitsOf = new Map<string, number>()
