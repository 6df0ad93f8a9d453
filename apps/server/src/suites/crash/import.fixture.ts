import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'
import { createLog } from '@countersign/kit/log'
import { startImports, type TrustTables } from '@countersign/trust'

/** A process that works on imports, and dies at the failpoint of its last argument. */
const [url = '', point = ''] = process.argv.slice(2)
armFailpoint(point)
startImports({
  database: connect<TrustTables>({ url, role: 'countersign_app', max: 2 }),
  relay: connect<TrustTables>({ url, role: 'countersign_relay', max: 2 }),
  isPeopled: async () => false,
  clock: Date.now,
  log: createLog('error'),
})
