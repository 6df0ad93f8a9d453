import type { Contract } from '../operation.ts'
import { address } from './address.ts'
import { bulk } from './bulk.ts'
import { comments } from './comment.ts'
import { customers } from './customer.ts'
import { exportRequests } from './export.ts'
import { piiKeys } from './key.ts'
import { network } from './network.ts'
import { tx } from './operations.ts'
import { privacyRequests } from './privacy.ts'
import { proofs } from './proof.ts'
import { retention } from './retention.ts'
import { rules } from './rule-operations.ts'
import { simulator } from './simulator.ts'
import { uploads } from './upload.ts'

export * from './action.ts'
export * from './address.ts'
export * from './bulk.ts'
export * from './check.ts'
export * from './client-jwk.ts'
export * from './comment.ts'
export * from './creation.ts'
export * from './customer.ts'
export * from './export.ts'
export * from './filter.ts'
export * from './ivms101/index.ts'
export * from './key.ts'
export * from './network.ts'
export * from './network-names.ts'
export * from './operations.ts'
export * from './place.ts'
export * from './privacy.ts'
export * from './proof.ts'
export * from './reason.ts'
export * from './retention.ts'
export * from './rule.ts'
export * from './rule-decision.ts'
export * from './rule-operations.ts'
export * from './rule-set.ts'
export * from './search.ts'
export * from './settings.ts'
export * from './shapes.ts'
export * from './simulator.ts'
export * from './statistics.ts'
export * from './status.ts'
export * from './threshold.ts'
export * from './transfer.ts'
export * from './upload.ts'
export * from './values.ts'

/** Travel Rule transfers. Base path `/api`. */
export const transactions = {
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
  simulator,
  privacyRequests,
  uploads,
} as const satisfies Contract
