import { type NetworkSlug, networkChains, networkNames } from '@countersign/contracts/transactions'
import { type Chain, parseChain, printChain } from './caip.rules.ts'

/** What an address on a network is followed by: XRP's number, a memo, or nothing. */
export type TagKind = 'NUMBER' | 'MEMO' | 'NONE'

/** A network whose assets we list. */
export type Network = {
  /** CAIP-2. */
  readonly chain: string
  /** As requests name it, e.g. `polygon`. */
  readonly slug: string
  readonly name: string
  readonly tag: TagKind
}

const tags: { readonly [slug in NetworkSlug]?: TagKind } = {
  xrpl: 'NUMBER',
  stellar: 'MEMO',
  cosmos: 'MEMO',
  algorand: 'MEMO',
  hedera: 'MEMO',
  ton: 'MEMO',
}

/** All networks that we know by name. */
export const networks: readonly Network[] = Object.entries(networkChains).map(([slug, chain]) => ({
  chain,
  slug,
  name: networkNames[slug as NetworkSlug],
  tag: tags[slug as NetworkSlug] ?? 'NONE',
}))

/** The network of a chain, or undefined where we know only its id. */
export const networkOf = (chain: Chain): Network | undefined =>
  networks.find((one) => one.chain === printChain(chain))

/** The chain that a request names, by slug or CAIP-2. */
export const chainNamed = (text: string): Chain | null =>
  parseChain(networks.find(({ slug }) => slug === text.toLowerCase())?.chain ?? text)
