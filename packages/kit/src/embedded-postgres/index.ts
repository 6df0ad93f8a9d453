// For tests that must be able to kill a server of their own.
export { findBinaries } from './binaries.ts'
export { checkPlace, createCluster, placeIn } from './cluster.ts'
export { isServer, launch, POLL_MS, readPostmaster, type Settings } from './process.ts'
