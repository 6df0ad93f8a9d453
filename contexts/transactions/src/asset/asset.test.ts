import { AssetSymbol } from '@countersign/contracts/transactions'
import { expect, test } from 'vitest'
import { vectors } from '../vectors.fixture.ts'
import { readAddress } from './address.rules.ts'
import { findAsset, listedAsset } from './asset.rules.ts'
import { type ListedAsset, listedAssets } from './asset-table.rules.ts'
import { assetKey, parseAsset } from './caip.rules.ts'
import { networkOf, networks } from './network.rules.ts'

const idOf = (caip19: string) => {
  const id = parseAsset(caip19)
  if (!id) throw new Error(`No asset ${caip19}`)
  return id
}

test('[TX-01] each listed asset is sound: on a network that we name, once, its contract well-formed', () => {
  expect(listedAssets).toHaveLength(38)
  expect(new Set(listedAssets.map(({ caip19 }) => assetKey(idOf(caip19)))).size).toBe(38)
  for (const { caip19, symbol } of listedAssets) {
    const { chain, namespace, reference } = idOf(caip19)
    const network = networkOf(chain)
    expect(network, caip19).toBeDefined()
    if (namespace !== 'slip44')
      expect(readAddress(chain, reference), caip19).toMatchObject({ ok: true })
    const found = findAsset(symbol, { network: network?.slug })
    expect(found).toMatchObject({ ok: true, asset: { caip19, network: network?.slug } })
    expect(findAsset({ caip19: caip19.toLowerCase() }).ok).toBe(
      chain.namespace === 'eip155' || caip19 === caip19.toLowerCase(),
    )
  }
  for (const { chain } of networks)
    expect(
      listedAssets.some(({ caip19 }) => caip19.startsWith(`${chain}/`)),
      chain,
    ).toBe(true)
})

test('[TX-01] the listed assets are those of the data that came with the design, to the digit', () => {
  const facts = (all: readonly ListedAsset[]) =>
    all.map(({ caip19, decimals, demoPriceUsd }) => [caip19, decimals, demoPriceUsd])
  expect(facts(listedAssets)).toEqual(facts(vectors('assets.json')))
})

test('[TX-01] a symbol, its network, a CAIP-19 id and V1’s name find one asset', () => {
  const polygon = { symbol: 'USDC', decimals: 6, network: 'polygon' }
  const caip19 = 'eip155:137/erc20:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
  for (const answer of [
    findAsset('USDC.polygon'),
    findAsset('usdc', { network: 'Polygon' }),
    findAsset('USDC', { network: 'eip155:137' }),
    findAsset({ caip19: caip19.toLowerCase() }),
    findAsset(caip19, { decimals: 6 }),
    findAsset({ coingeckoId: 'usd-coin', network: 'polygon' }),
  ])
    expect(answer).toEqual({ ok: true, asset: { ...polygon, caip19 } })
  expect(findAsset('BTC')).toMatchObject({ ok: true, asset: { network: 'bitcoin', decimals: 8 } })
  expect(listedAsset(caip19.toLowerCase())?.demoPriceUsd).toBe('1')
})

test('[TX-01] a symbol on several networks names the choices', () => {
  expect(findAsset('USDT')).toEqual({
    ...{ ok: false, problem: 'NETWORK_NEEDED', choices: ['ethereum', 'tron'] },
  })
  expect(findAsset('USDT', { network: 'base' })).toEqual({
    ...{ ok: false, problem: 'UNKNOWN_NETWORK', choices: ['ethereum', 'tron'] },
  })
  expect(findAsset('NOPE')).toMatchObject({ problem: 'UNKNOWN_ASSET' })
  expect(findAsset('eip155:1/erc20:0x12')).toMatchObject({ problem: 'UNKNOWN_ASSET' })
})

test('[TX-01] an asset that is not listed needs its decimals, a listed one must agree', () => {
  const own = `eip155:1/erc20:0x${'Ab'.repeat(20)}`
  expect(findAsset(own)).toMatchObject({ problem: 'DECIMALS_NEEDED' })
  expect(findAsset(own, { decimals: 4 })).toMatchObject({
    asset: {
      caip19: own.toLowerCase(),
      decimals: 4,
      network: 'ethereum',
      symbol: 'erc20:0xabab…abab',
    },
  })
  const long = `abcdefgh:1/abcdefgh:${'a'.repeat(128)}`
  const symbolOf = (name: string) => {
    const answer = findAsset(name, { decimals: 0 })
    return answer.ok ? answer.asset.symbol : undefined
  }
  expect(AssetSymbol.parse(symbolOf(long))).toBe(`abcdefgh:aaaaaa…aaaa`)
  expect(symbolOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:short')).toBe('token:short')
  expect(findAsset('BTC', { decimals: 9 })).toMatchObject({ problem: 'DECIMALS_DIFFER' })
})
