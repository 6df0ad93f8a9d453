import { type NetworkSlug, networkNames } from '@countersign/contracts/transactions'
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

const network = (chain: string, slug: NetworkSlug, tag: TagKind = 'NONE'): Network => ({
  chain,
  slug,
  name: networkNames[slug],
  tag,
})

/** All networks that we know by name. */
export const networks: readonly Network[] = [
  network('bip122:000000000019d6689c085ae165831e93', 'bitcoin'),
  network('bip122:000000000000000000651ef99cb9fcbe', 'bitcoin-cash'),
  network('bip122:12a765e31ffd4059bada1e25190f6e98', 'litecoin'),
  network('bip122:1a91e3dace36e2be3bf030a65679fe82', 'dogecoin'),
  network('eip155:1', 'ethereum'),
  network('eip155:10', 'optimism'),
  network('eip155:56', 'bnb'),
  network('eip155:137', 'polygon'),
  network('eip155:8453', 'base'),
  network('eip155:42161', 'arbitrum'),
  network('eip155:43114', 'avalanche'),
  network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'),
  network('xrpl:0', 'xrpl', 'NUMBER'),
  network('stellar:pubnet', 'stellar', 'MEMO'),
  network('tron:0x2b6653dc', 'tron'),
  network('cip34:1-764824073', 'cardano'),
  network('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'polkadot'),
  network('cosmos:cosmoshub-4', 'cosmos', 'MEMO'),
  network('algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'algorand', 'MEMO'),
  network('tezos:NetXdQprcVkpaWU', 'tezos'),
  network('hedera:mainnet', 'hedera', 'MEMO'),
  network('tvm:-239', 'ton', 'MEMO'),
]

/** The network of a chain, or undefined where we know only its id. */
export const networkOf = (chain: Chain): Network | undefined =>
  networks.find((one) => one.chain === printChain(chain))

/** The chain that a request names, by slug or CAIP-2. */
export const chainNamed = (text: string): Chain | null =>
  parseChain(networks.find(({ slug }) => slug === text.toLowerCase())?.chain ?? text)
