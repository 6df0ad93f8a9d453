import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '@countersign/kit/testing-run'
import { SignJWT } from 'jose'

const main = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
const jwtSecret = 'a secret of the tests alone, 32 b'

/** The webhook service as a process of its own. */
export type ServiceProcess = {
  readonly url: string
  /** `SIGKILL` ends it as a power cut would. Resolves when it has ended, with its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** Starts `main.ts webhooks`; resolves when it says that it is ready. */
export async function serviceProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main, 'webhooks'], {
    env: {
      ...childEnvironment(),
      ...{ WEBHOOKS_PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'error', DEMO: 'off' },
      ...{ EGRESS_ALLOW_SUBNETS: '127.0.0.1/32', WEBHOOKS_JWT_SECRET: jwtSecret, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await ready(child)
  return {
    url,
    async end(signal) {
      const exit = once(child, 'exit')
      child.kill(signal)
      const [code] = await exit
      return typeof code === 'number' ? code : null
    },
  }
}

function ready(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const found = /Countersign is ready: (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The service ended before it was ready: ${said}`)))
  })
}

/** The bearer token of an organisation. */
export const organisationToken = (orgId: string): Promise<string> =>
  new SignJWT({ sub: orgId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret))
