import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'
import { createLog } from '@countersign/kit/log'
import { startRelay, type TrustTables } from '@countersign/trust'
import { webhooksClient } from './webhooks-client.ts'

/** A process that hands events over, and dies at the failpoint of its last argument. */
const [url = '', service = '', token = '', point = ''] = process.argv.slice(2)
armFailpoint(point)
startRelay({
  database: connect<TrustTables>({ url, role: 'countersign_relay', max: 2 }),
  webhooks: webhooksClient({ url: service, token }),
  clock: Date.now,
  log: createLog('error'),
})
