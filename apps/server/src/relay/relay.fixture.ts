import { connect } from '@countersign/kit/db'
import { armFailpoint } from '@countersign/kit/failpoint'
import { createLog } from '@countersign/kit/log'
import { createRelay } from '@countersign/kit/outbox.worker'
import { findWebhookApps, type TrustTables } from '@countersign/trust'
import { messageSender } from './message-sender.ts'

/** A process that hands events over, and dies at the failpoint of its last argument. */
const [url = '', service = '', token = '', point = ''] = process.argv.slice(2)
armFailpoint(point)
createRelay({
  database: connect<TrustTables>({ url, role: 'countersign_relay', max: 2 }),
  sender: messageSender({ url: service, token }),
  applications: findWebhookApps,
  clock: Date.now,
  random: Math.random,
  log: createLog('error'),
}).start()
