import type { transactions as contract } from '@countersign/contracts/transactions'
import { bindGroups } from '@countersign/kit/handlers'
import type { Handlers } from '@countersign/kit/serve'
import { bulk } from './bulk/index.ts'
import type { Caller, TransactionsDeps } from './deps.ts'
import { exportRequests } from './export/index.ts'
import { piiKeys } from './key/index.ts'
import { network } from './network/index.ts'
import { address, customers, proofs, rules, tx } from './operations.ts'
import { privacyRequests } from './privacy/index.ts'
import { retention } from './retention/index.ts'
import { simulator } from './simulate.ts'
import { comments } from './transfer/index.ts'
import { uploads } from './upload/index.ts'

export { transitionsDocument } from './act/index.ts'
export { startBulk } from './bulk/index.ts'
export { certificateOf, personalPart } from './certificate/index.ts'
export type { Caller, Company, Files, TransactionsDeps } from './deps.ts'
export { startExports } from './export/index.ts'
export type { PastTransfer } from './history/index.ts'
export { startKeyRenewal } from './key/index.ts'
export { transferActivity, transferItems } from './list/index.ts'
export { startErasingAsked } from './privacy/index.ts'
export { startErasing } from './retention/index.ts'
export { rewrapTransfers } from './rewrap.ts'
export { countRules, evaluate as evaluateRules } from './rule/index.ts'
export { type DemoTransfers, type SeedDeposit, type SeedTransfer, seedTransfers } from './seed.ts'
export type { SeedBook } from './seed-book.ts'
export { hashedAddress } from './simulator/index.ts'
export { localCounterparty, startTransferSweep } from './step/index.ts'
export type { DB as TransactionsTables } from './tables.gen.ts'
export { embeddedMarket } from './threshold/index.ts'
export { payerTakesTwo } from './transfer/index.ts'
export { startForgettingRejected, startUploads } from './upload/index.ts'

/** Travel Rule transfers between companies. */
export const transactions = (deps: TransactionsDeps): Handlers<typeof contract, Caller> =>
  bindGroups<typeof contract, TransactionsDeps, Caller>(
    {
      tx,
      bulk,
      comments,
      exportRequests,
      rules,
      address,
      customers,
      piiKeys,
      proofs,
      network,
      retention,
      privacyRequests,
      simulator,
      uploads,
    },
    deps,
  )
