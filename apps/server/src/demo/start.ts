import { join } from 'node:path'
import type { Logger } from '@countersign/kit/log'
import type { Config } from '../config.ts'
import { startIdp } from '../identity-provider/index.ts'
import type { Secrets } from '../secrets.ts'
import { demoReceiver } from './receiver.ts'
import { demoPassword, demoUsers } from './users.ts'

type OnStop = (stop: () => Promise<unknown>) => void

/** The embedded identity provider, for as long as the process runs. @returns its issuer */
export async function startDemoSignIn(
  config: Config,
  secrets: Secrets,
  origins: readonly string[],
  log: Logger,
  onStop: OnStop,
): Promise<string> {
  const idp = await startIdp({
    host: config.HOST,
    port: config.IDP_PORT,
    origins,
    users: demoUsers,
    clientId: 'countersign',
    clientSecret: secrets.oidcClientSecret,
    password: demoPassword,
    rolesClaim: config.OIDC_ROLES_CLAIM,
    dataDir: join(config.DATA_DIR, 'idp'),
    production: config.NODE_ENV === 'production',
    log,
  })
  onStop(idp.stop)
  return idp.issuer
}

/** The demo's own webhook receiver, on a port of its own as a customer's would be. */
export async function startDemoReceiver(
  config: Config,
  secrets: Secrets,
  log: Logger,
  onStop: OnStop,
) {
  const receiver = demoReceiver(secrets.receiverSecret, log)
  onStop(receiver.close)
  return { receiver, url: await receiver.listen(config.HOST, config.RECEIVER_PORT) }
}
