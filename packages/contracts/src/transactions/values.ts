import * as z from 'zod/mini'

/** A chain of CAIP-2, e.g. `eip155:1`. */
export const Caip2 = z
  .string()
  .check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'Expected a chain such as eip155:1'))

/** What a person calls an asset, e.g. `ETH`; of one that has no symbol, the beginning and the end of its id. */
export const AssetSymbol = z.string().check(z.minLength(1), z.maxLength(20))

/** An asset of CAIP-19, e.g. `eip155:1/slip44:60`; its token's number may follow. */
export const Caip19 = z
  .string()
  .check(
    z.regex(
      /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(\/[-.%a-zA-Z0-9]{1,78})?$/,
      'Expected an asset such as eip155:1/slip44:60',
    ),
  )

/** An amount in an asset's smallest unit: text, as a number in JSON is not exact. Never zero. */
export const BaseUnits = z
  .string()
  .check(z.regex(/^[1-9][0-9]{0,77}$/, 'Expected a whole number of at most 78 digits, above zero'))

/** The same amount with its point, e.g. `0.00000001`: no sign, no exponent, never zero. */
export const Decimal = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(
      /^([1-9][0-9]{0,77}(\.[0-9]{1,78})?|0\.[0-9]{0,77}[1-9][0-9]{0,77})$/,
      'Expected an amount above zero such as 0.25',
    ),
  )

/** A currency of ISO 4217. */
export const Currency = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/, 'Expected a currency code such as EUR'))

/** An amount of money, rounded to the digits of its currency, e.g. `1500.00` and `SGD`. */
export const Money = z.object({
  amountInLocalCurrency: z.string().check(z.regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/)),
  currency: Currency,
})
export type Money = z.infer<typeof Money>

/** A decimal with its thousands apart, for people to read. Text, as no number holds all of its digits. */
export const grouped = (decimal: string): string => {
  const [whole = '', ...rest] = decimal.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}
