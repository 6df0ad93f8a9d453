import { BaseUnits, Decimal } from '@countersign/contracts/transactions'

/** The most digits that an amount has, in base units. */
const maxDigits = 78

/** The most decimals that an asset may state. */
export const maxDecimals = maxDigits - 1

/** Why an amount is none. */
export type AmountProblem = 'NOT_AN_AMOUNT' | 'TOO_MANY_DECIMALS' | 'TOO_LARGE'

/**
 * Base units with their point, without zeros at the end: `toDecimal(1n, 8)` is `0.00000001`.
 * @param decimals 0 to {@link maxDecimals}
 */
export function toDecimal(base: bigint, decimals: number): string {
  const digits = base.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}

/** The base units of a decimal amount, exactly, or what is wrong with it. */
export function toBase(decimal: string, decimals: number): bigint | AmountProblem {
  if (!Decimal.safeParse(decimal).success) return 'NOT_AN_AMOUNT'
  const [whole = '', rest = ''] = decimal.split('.')
  if (rest.length > decimals) return 'TOO_MANY_DECIMALS'
  const digits = `${whole}${rest.padEnd(decimals, '0')}`.replace(/^0+/, '')
  return digits.length > maxDigits ? 'TOO_LARGE' : BigInt(digits)
}

/** Base units as they stand on the wire, or what is wrong with them. */
export function parseBase(text: string): bigint | AmountProblem {
  if (BaseUnits.safeParse(text).success) return BigInt(text)
  return /^[1-9][0-9]+$/.test(text) ? 'TOO_LARGE' : 'NOT_AN_AMOUNT'
}
