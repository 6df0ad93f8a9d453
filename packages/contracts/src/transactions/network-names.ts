/** The networks that we know by name, as requests name them and as people do. */
export const networkNames = {
  bitcoin: 'Bitcoin',
  'bitcoin-cash': 'Bitcoin Cash',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  ethereum: 'Ethereum',
  optimism: 'Optimism',
  bnb: 'BNB Smart Chain',
  polygon: 'Polygon',
  base: 'Base',
  arbitrum: 'Arbitrum One',
  avalanche: 'Avalanche C-Chain',
  solana: 'Solana',
  xrpl: 'XRP Ledger',
  stellar: 'Stellar',
  tron: 'Tron',
  cardano: 'Cardano',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos Hub',
  algorand: 'Algorand',
  tezos: 'Tezos',
  hedera: 'Hedera',
  ton: 'TON',
} as const
export type NetworkSlug = keyof typeof networkNames

/** The same networks by their CAIP-2 ids. */
export const networkChains: Readonly<Record<NetworkSlug, string>> = {
  bitcoin: 'bip122:000000000019d6689c085ae165831e93',
  'bitcoin-cash': 'bip122:000000000000000000651ef99cb9fcbe',
  litecoin: 'bip122:12a765e31ffd4059bada1e25190f6e98',
  dogecoin: 'bip122:1a91e3dace36e2be3bf030a65679fe82',
  ethereum: 'eip155:1',
  optimism: 'eip155:10',
  bnb: 'eip155:56',
  polygon: 'eip155:137',
  base: 'eip155:8453',
  arbitrum: 'eip155:42161',
  avalanche: 'eip155:43114',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  xrpl: 'xrpl:0',
  stellar: 'stellar:pubnet',
  tron: 'tron:0x2b6653dc',
  cardano: 'cip34:1-764824073',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
  algorand: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  tezos: 'tezos:NetXdQprcVkpaWU',
  hedera: 'hedera:mainnet',
  ton: 'tvm:-239',
}

const slugs = Object.keys(networkNames) as readonly NetworkSlug[]

/** A network as people call it, by its slug or CAIP-2 id; one that we don’t know, as it was named. */
export function networkWords(network: string): string {
  const slug = slugs.find((one) => one === network || networkChains[one] === network)
  return slug ? networkNames[slug] : network
}
