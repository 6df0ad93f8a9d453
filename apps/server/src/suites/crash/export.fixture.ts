import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'
import { startExports, type TransactionsTables } from '@countersign/transactions'
import { bulkDeps } from './bulk-world.fixture.ts'

/** A process that works on exports, and dies at the failpoint of its last argument. */
const [url = '', folder = '', point = ''] = process.argv.slice(2)
armFailpoint(point)
startExports({
  deps: bulkDeps(url, folder),
  relay: connect<TransactionsTables>({ url, role: 'countersign_relay', max: 2 }),
})
// The worker's own timers keep no process alive.
setInterval(() => undefined, 1_000)
