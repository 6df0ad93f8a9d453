import * as z from 'zod/mini'
import { Did } from '../common.ts'
import type { Contract } from '../operation.ts'
import { readsIn } from './own-operations.ts'
import { Price } from './threshold.ts'
import { AssetSymbol, Caip19, Currency, Decimal, Money } from './values.ts'

const company = { vaspDID: z.optional(Did) }

/** What a form needs to know of assets. */
export const assetOperations = {
  assets: {
    method: 'GET',
    path: '/tx/assets',
    rate: 'transferReads',
    summary: 'List the assets that can be named by a symbol',
    access: readsIn('transactions.list'),
    query: z.object({
      ...company,
      /** How a symbol, a name or a network begins. */
      q: z.optional(z.string().check(z.maxLength(100))),
    }),
    returns: {
      200: z.object({
        assets: z.array(
          z.object({
            caip19: Caip19,
            symbol: AssetSymbol,
            name: z.string(),
            network: z.string(),
            decimals: z.int(),
          }),
        ),
      }),
    },
  },
  price: {
    method: 'GET',
    path: '/tx/price',
    rate: 'transferReads',
    summary: 'Price an amount of an asset now, with the source of the price',
    access: readsIn('transactions.list'),
    transaction: 'own',
    query: z.object({
      ...company,
      /** A symbol such as `ETH`, or CAIP-19. */
      asset: z.string().check(z.minLength(1), z.maxLength(200)),
      network: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
      amount: Decimal,
      /** The company's own currency, unless stated. */
      currency: z.optional(Currency),
    }),
    /** Null where nobody knows. */
    returns: { 200: z.object({ value: z.nullable(Money), price: z.nullable(Price) }) },
  },
} as const satisfies Contract[string]
