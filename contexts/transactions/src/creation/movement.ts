import type { CreateIn } from '@countersign/contracts/transactions'
import type { Issue } from '@countersign/kit/errors'
import {
  type Asset,
  addressKey,
  findAsset,
  parseAsset,
  parseBase,
  readAddress,
  shownAddress,
  toBase,
} from '../asset/index.ts'
import { invalidTransfer, unknownAsset } from '../transfer/index.ts'

/** Asset, amount and addresses of a new transfer, read by the rules of their network. */
export type Movement = {
  readonly asset: Asset
  /** Base units. */
  readonly amount: bigint
  readonly destination: string
  readonly destinationTag: string | null
  readonly origin: string | null
  readonly addressKey: Buffer
}

/** A block of Bitcoin may be two hours ahead of its time; no chain is older than the first one. */
const aheadMs = 2 * 3_600_000
const firstBlock = Date.parse('2009-01-03T18:15:05Z')

/** @throws 422 for a time of the coins' move that is in the future, or before there were blockchains */
export function readTime(stated: string | undefined, at: Date): void {
  if (stated === undefined) return
  const time = Date.parse(stated)
  const refused = (msg: string, type: string) =>
    invalidTransfer([issue(msg, type, 'blockchainTransactionTimestamp')])
  if (time > at.getTime() + aheadMs)
    throw refused('This time is in the future', 'TIME_IN_THE_FUTURE')
  if (time < firstBlock)
    throw refused(
      'This time is before the first blockchain: give a time since 2009',
      'TIME_TOO_OLD',
    )
}

const issue = (msg: string, type: string, ...loc: string[]): Issue => ({
  loc: ['body', ...loc],
  msg,
  type,
})

/** What of a request says which coins move where. */
export type MovementIn = Pick<
  CreateIn,
  | 'transactionAsset'
  | 'transactionAssetDecimals'
  | 'network'
  | 'transactionAmount'
  | 'amount'
  | 'transactionBlockchainInfo'
>

/** @throws 400 for an asset that nobody knows, 422 with every other fault */
export function readMovement(body: MovementIn, pepper: Uint8Array): Movement {
  const asset = assetOf(body)
  const amount = amountOf(body, asset.decimals)
  const { destination, destinationTag, origin } = body.transactionBlockchainInfo
  const chain = parseAsset(asset.caip19)?.chain
  if (!chain) throw unknownAsset('This asset isn’t known')
  const to = readAddress(chain, destination, destinationTag)
  const from = origin === undefined ? null : readAddress(chain, origin)
  const where = 'transactionBlockchainInfo'
  const faults = [
    ...(typeof amount === 'bigint' ? [] : [amount]),
    ...(to.ok ? [] : [issue(addressFaults[to.problem], to.problem, where, 'destination')]),
    ...(from === null || from.ok
      ? []
      : [issue(addressFaults[from.problem], from.problem, where, 'origin')]),
  ]
  if (faults.length > 0 || typeof amount !== 'bigint' || !to.ok) throw invalidTransfer(faults)
  return {
    asset,
    amount,
    destination: shownAddress(to.value),
    destinationTag: to.value.tag,
    origin: from?.ok ? shownAddress(from.value) : null,
    addressKey: addressKey(pepper, to.value),
  }
}

const addressFaults = {
  BAD_ADDRESS: 'This isn’t an address of this network',
  BAD_TAG: 'This isn’t a tag or memo of this network',
  TAG_NOT_USED: 'This network has no tags or memos',
  TWO_TAGS: 'Address and tag name different tags',
}

/** @throws 400 for an asset that nobody knows */
export function assetOf({
  transactionAsset,
  transactionAssetDecimals: decimals,
  network,
}: Pick<MovementIn, 'transactionAsset' | 'transactionAssetDecimals' | 'network'>): Asset {
  const question = transactionAsset.includes('/') ? { caip19: transactionAsset } : transactionAsset
  const answer = findAsset(question, { network, decimals })
  if (answer.ok) return answer.asset
  const choices = answer.choices.join(', ')
  throw unknownAsset(
    {
      UNKNOWN_ASSET: 'This asset isn’t known. Name it by CAIP-19, with its decimals.',
      UNKNOWN_NETWORK: `The asset isn’t known on this network. Choose one of: ${choices}`,
      NETWORK_NEEDED: `The asset is on several networks. Choose one of: ${choices}`,
      DECIMALS_NEEDED: 'State the asset’s decimals',
      DECIMALS_DIFFER: 'The asset has other decimals than these',
    }[answer.problem],
    answer.choices,
  )
}

/** The amount in base units, or what is wrong with it. */
export function amountOf(
  { transactionAmount, amount }: Pick<MovementIn, 'transactionAmount' | 'amount'>,
  decimals: number,
): bigint | Issue {
  if (transactionAmount === undefined && amount === undefined)
    return issue('State an amount', 'AMOUNT_MISSING', 'transactionAmount')
  const base = transactionAmount === undefined ? undefined : parseBase(transactionAmount)
  const read = amount === undefined ? undefined : toBase(amount, decimals)
  if (typeof base === 'string') return issue(amountFaults[base], base, 'transactionAmount')
  if (typeof read === 'string') return issue(amountFaults[read], read, 'amount')
  if (base !== undefined && read !== undefined && base !== read)
    return issue('The two amounts differ', 'AMOUNTS_DIFFER', 'amount')
  return base ?? read ?? issue('State an amount', 'AMOUNT_MISSING', 'transactionAmount')
}

const amountFaults = {
  NOT_AN_AMOUNT: 'This isn’t an amount',
  TOO_MANY_DECIMALS: 'The amount has more decimals than the asset',
  TOO_LARGE: 'The amount has too many digits',
}
