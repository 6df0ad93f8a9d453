import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { id } from '@countersign/kit/ids'
import { testClient } from '@countersign/kit/testing-query'
import { jwtSecret, organisationToken } from './token.ts'

/** A process of ours, as an operator would start it. */
export type Service = {
  readonly pid: number
  readonly url: string
  readonly port: number
  /** Ends it by this signal, and waits. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Halts it, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** What `startService` needs besides the command. */
type StartService = {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Flags of Node. */
  readonly flags?: readonly string[]
}

const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname

/** Starts `main.ts` with a command on a free port; resolves when it says that it is ready. */
export async function startService(
  command: 'webhooks' | 'api' | 'worker' | 'product',
  { databaseUrl, dataDir, env = {}, flags = [] }: StartService,
): Promise<Service> {
  const service = spawn(process.execPath, [...flags, main, command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, WEBHOOKS_PORT: '0', OPS_PORT: '0' },
      ...{ WEBHOOKS_JWT_SECRET: jwtSecret, EGRESS_ALLOW_SUBNETS: '127.0.0.1/32' },
      ...{ LOG_LEVEL: 'warn', ...env },
    },
  })
  const exit = once(service, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    void exit.then(() => reject(new Error('The service ended before it was ready')))
    createInterface(service.stdout).on('line', (line) => {
      const found = /Countersign is ready: (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  return {
    ...{ pid: service.pid ?? 0, url, port: Number(new URL(url).port) },
    async end(signal) {
      service.kill(signal)
      await exit
    },
    signal: (signal) => void service.kill(signal),
  }
}

/** An organisation of the service, and how to call the API as it. */
export type Tenant = {
  readonly orgId: string
  readonly token: string
  call(path: string, body?: object): Promise<Record<string, unknown>>
}

/** Calls the service as a new organisation; what is refused is an error. */
export function tenantAt({ url }: Pick<Service, 'url'>): Tenant {
  const orgId = id('org', Date.now())
  const token = organisationToken(orgId)
  return {
    ...{ orgId, token },
    async call(path, body) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
  }
}

/** One statement as the owner of the database, on a connection of its own. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = testClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
