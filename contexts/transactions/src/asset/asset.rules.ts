import { AssetSymbol } from '@countersign/contracts/transactions'
import { type ListedAsset, listedAssets } from './asset-table.rules.ts'
import { assetKey, type Chain, parseAsset, printChain } from './caip.rules.ts'
import { chainNamed, networkOf } from './network.rules.ts'

/** An asset of a transfer, as the wire shows it; `network` is a slug, or CAIP-2 where we know no name. */
export type Asset = {
  readonly caip19: string
  readonly symbol: string
  readonly decimals: number
  readonly network: string
}

/** How a request names an asset. */
export type AssetQuestion =
  | string
  | { readonly caip19: string }
  | { readonly coingeckoId: string; readonly network?: string | undefined }

type DecimalsProblem = 'DECIMALS_NEEDED' | 'DECIMALS_DIFFER'

/** The asset, or why it was not found; `choices` are the networks that it is on. */
export type AssetAnswer =
  | { readonly ok: true; readonly asset: Asset }
  | {
      readonly ok: false
      readonly problem: 'UNKNOWN_ASSET' | 'UNKNOWN_NETWORK' | 'NETWORK_NEEDED' | DecimalsProblem
      readonly choices: readonly string[]
    }

const refuse = (
  problem: Extract<AssetAnswer, { ok: false }>['problem'],
  choices: readonly string[] = [],
): AssetAnswer => ({ ok: false, problem, choices })

const chainOf = (caip19: string): Chain =>
  parseAsset(caip19)?.chain ?? { namespace: '', reference: '' }

const slugOf = (chain: Chain): string => networkOf(chain)?.slug ?? printChain(chain)

const shown = ({ caip19, symbol, decimals }: ListedAsset): Asset => ({
  caip19,
  symbol,
  decimals,
  network: slugOf(chainOf(caip19)),
})

const byKey = new Map(
  listedAssets.flatMap((one) => {
    const id = parseAsset(one.caip19)
    return id ? [[assetKey(id), one] as const] : []
  }),
)

/** What the table says of an asset, whatever the case of its contract. */
export function listedAsset(caip19: string): ListedAsset | undefined {
  const id = parseAsset(caip19)
  return id ? byKey.get(assetKey(id)) : undefined
}

/**
 * Finds the asset that a request names: a symbol (`BTC`, `USDC` with `network`, `USDC.polygon`), a
 * CAIP-19 id, or V1's `coingeckoId`. One that is not listed needs its id and `decimals`; of one that
 * is, they must agree.
 */
export function findAsset(
  question: AssetQuestion,
  { network, decimals }: { network?: string | undefined; decimals?: number | undefined } = {},
): AssetAnswer {
  const answer = find(question, network, decimals)
  const differs = answer.ok && decimals !== undefined && answer.asset.decimals !== decimals
  return differs ? refuse('DECIMALS_DIFFER') : answer
}

function find(
  question: AssetQuestion,
  network: string | undefined,
  decimals: number | undefined,
): AssetAnswer {
  if (typeof question !== 'string' && 'coingeckoId' in question)
    return among(
      listedAssets.filter(({ coingeckoId }) => coingeckoId === question.coingeckoId),
      question.network ?? network,
    )
  const name = typeof question === 'string' ? question : question.caip19
  if (typeof question !== 'string' || name.includes('/')) return byId(name, decimals)
  const [symbol = '', suffix] = name.split(/\.(.*)/)
  return among(
    listedAssets.filter((one) => one.symbol === symbol.toUpperCase()),
    suffix ?? network,
  )
}

function byId(caip19: string, decimals: number | undefined): AssetAnswer {
  const id = parseAsset(caip19)
  if (!id) return refuse('UNKNOWN_ASSET')
  const listed = listedAsset(caip19)
  if (listed) return { ok: true, asset: shown(listed) }
  if (decimals === undefined) return refuse('DECIMALS_NEEDED')
  const key = assetKey(id)
  const network = slugOf(id.chain)
  return { ok: true, asset: { caip19: key, symbol: shortOf(key), decimals, network } }
}

/** What stands for the symbol of an asset without one: the end of its id, with the middle left out where it is long. */
function shortOf(caip19: string): string {
  const name = caip19.split('/')[1] ?? caip19
  if (AssetSymbol.safeParse(name).success) return name
  const [namespace = '', reference = ''] = name.split(':')
  return `${namespace}:${reference.slice(0, 6)}…${reference.slice(-4)}`
}

function among(found: readonly ListedAsset[], network: string | undefined): AssetAnswer {
  if (found.length === 0) return refuse('UNKNOWN_ASSET')
  const choices = found.map(shown)
  const slugs = choices.map((one) => one.network)
  if (network === undefined) {
    const [only, ...more] = choices
    return only && more.length === 0
      ? { ok: true, asset: only }
      : refuse('NETWORK_NEEDED', slugs.toSorted())
  }
  const chain = chainNamed(network)
  const asset = chain && choices.find((one) => one.network === slugOf(chain))
  return asset ? { ok: true, asset } : refuse('UNKNOWN_NETWORK', slugs.toSorted())
}
