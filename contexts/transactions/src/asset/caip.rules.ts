import { Caip2, Caip19 } from '@countersign/contracts/transactions'

/** CAIP-2: `namespace:reference`. */
export type Chain = { readonly namespace: string; readonly reference: string }

/** CAIP-10: an account on a chain. */
export type Account = { readonly chain: Chain; readonly address: string }

/** CAIP-19: an asset on a chain; `tokenId` where its tokens differ from each other. */
export type AssetId = {
  readonly chain: Chain
  readonly namespace: string
  readonly reference: string
  readonly tokenId?: string
}

/** Reads CAIP-2, or null. */
export function parseChain(text: string): Chain | null {
  if (!Caip2.safeParse(text).success) return null
  const [namespace = '', reference = ''] = text.split(':')
  return { namespace, reference }
}

export const printChain = ({ namespace, reference }: Chain) => `${namespace}:${reference}`

/** Reads CAIP-10, or null. Says nothing of the address beyond its characters. */
export function parseAccount(text: string): Account | null {
  const cut = text.lastIndexOf(':')
  const chain = parseChain(text.slice(0, Math.max(cut, 0)))
  const address = text.slice(cut + 1)
  return chain && /^[-.%a-zA-Z0-9]{1,128}$/.test(address) ? { chain, address } : null
}

export const printAccount = ({ chain, address }: Account) => `${printChain(chain)}:${address}`

/** Reads CAIP-19, or null; the parts of `slip44`, `erc20` and `erc721` are judged too. */
export function parseAsset(text: string): AssetId | null {
  if (!Caip19.safeParse(text).success) return null
  const [chainText = '', asset = '', tokenId] = text.split('/')
  const chain = parseChain(chainText)
  const [namespace = '', reference = ''] = asset.split(':')
  if (!chain) return null
  const id = { chain, namespace, reference, ...(tokenId !== undefined && { tokenId }) }
  return isSound(id) ? id : null
}

export const printAsset = ({ chain, namespace, reference, tokenId }: AssetId) =>
  `${printChain(chain)}/${namespace}:${reference}${tokenId === undefined ? '' : `/${tokenId}`}`

/** One spelling of each asset: a contract on an EVM chain has no case. */
export function assetKey(id: AssetId): string {
  const isContract = id.chain.namespace === 'eip155' && /^erc/.test(id.namespace)
  return printAsset(isContract ? { ...id, reference: id.reference.toLowerCase() } : id)
}

function isSound({ chain, namespace, reference, tokenId }: AssetId): boolean {
  if (namespace === 'slip44') return /^\d{1,10}$/.test(reference) && tokenId === undefined
  if (chain.namespace !== 'eip155') return true
  if (namespace === 'erc20' && tokenId !== undefined) return false
  if (/^erc(20|721|1155)$/.test(namespace))
    return /^0x[0-9a-fA-F]{40}$/.test(reference) && (tokenId === undefined || /^\d+$/.test(tokenId))
  return true
}
