import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'
import {
  startErasing,
  startExports,
  startKeyRenewal,
  startTransferSweep,
  startUploads,
  type TransactionsTables,
} from '@countersign/transactions'
import { bulkDeps } from './bulk-world.fixture.ts'

/** A process that works on exports, erasures, keys, counters and uploads, and dies at the failpoint of its last argument. */
const [url = '', folder = '', point = ''] = process.argv.slice(2)
armFailpoint(point)
const world = {
  deps: bulkDeps(url, folder),
  relay: connect<TransactionsTables>({ url, role: 'countersign_relay', max: 2 }),
}
startExports(world)
startErasing(world)
startKeyRenewal(world)
startTransferSweep(world)
startUploads(world)
// The worker's own timers keep no process alive.
setInterval(() => undefined, 1_000)
