/** An amount in a currency’s smallest unit, as people read it. */
export function moneyWords(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(minor / 10 ** digits)
}
