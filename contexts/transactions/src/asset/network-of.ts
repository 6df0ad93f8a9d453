import { findAsset } from './asset.rules.ts'

/** There are some hundreds of assets, and a list or a file has thousands of transfers. */
const networks = new Map<string, string>()
const maxNetworks = 10_000

/** The network of an asset as its transfers state it; empty where nobody knows. */
export function networkOf(caip19: string, decimals: number): string {
  const key = `${decimals} ${caip19}`
  const known = networks.get(key)
  if (known !== undefined) return known
  if (networks.size >= maxNetworks) networks.clear()
  const found = findAsset({ caip19 }, { decimals })
  const network = found.ok ? found.asset.network : ''
  networks.set(key, network)
  return network
}
