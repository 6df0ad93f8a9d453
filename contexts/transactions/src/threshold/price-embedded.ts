import { listedAsset } from '../asset/index.ts'
import type { FxSource, PriceSource } from './price.ts'

/** Invented rates for the demo and the tests; no market data. */
const perUsd: Readonly<Record<string, string>> = {
  USD: '1',
  EUR: '0.87',
  GBP: '0.76',
  SGD: '1.3',
  CAD: '1.4',
  CHF: '0.8',
  HKD: '7.78',
  JPY: '155',
  KRW: '1460',
  AED: '3.6725',
  AUD: '1.54',
  BRL: '5.35',
  INR: '88.6',
  ZAR: '17.2',
  TRY: '42.3',
  BSD: '1',
  PHP: '58.8',
  NZD: '1.77',
  TWD: '31.1',
  MYR: '4.13',
  THB: '32.4',
  ILS: '3.25',
  NGN: '1440',
  SEK: '9.5',
  NOK: '10.1',
  DKK: '6.5',
  KYD: '0.8333',
  BMD: '1',
  ARS: '1430',
  IDR: '16700',
  MXN: '18.4',
  GIP: '0.76',
}

/** How these prices are labelled wherever they are shown. */
export const embeddedLabel = 'Invented price, for demonstration'

const source = 'EMBEDDED'

/** Prices of the listed assets that were invented; the same at all times. */
export const embeddedPrices: PriceSource = {
  quote: async (caip19, at) => {
    const value = listedAsset(caip19)?.demoPriceUsd
    return value === undefined ? null : { value, source, at }
  },
}

/** Rates that were invented; the same at all times. */
export const embeddedRates: FxSource = {
  rate: async (currency, at) => {
    const value = Object.hasOwn(perUsd, currency) ? perUsd[currency] : undefined
    return value === undefined ? null : { value, source, at }
  },
}

/** Both of them: what a deployment uses that has no source of prices. */
export const embeddedMarket = { prices: embeddedPrices, rates: embeddedRates }
