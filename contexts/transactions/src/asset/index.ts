export { listedAsset } from './asset.rules.ts'
export { listedAssets } from './asset-table.rules.ts'
