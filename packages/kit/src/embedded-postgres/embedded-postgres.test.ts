import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClient } from '../testing/query.ts'
import { findBinaries } from './binaries.ts'
import { placeIn } from './cluster.ts'
import { type EmbeddedPostgres, ensureDatabase, startPostgres } from './embedded-postgres.ts'
import { takeLease } from './lease.ts'
import { launch } from './process.ts'

type Report = { url: string; port: number; reused: boolean }

/** A cluster made once; most tests work on a copy, which is quicker than making one. */
let model = ''
let dataDir = ''
let users: EmbeddedPostgres[] = []
let processes: ChildProcess[] = []

beforeAll(async () => {
  model = await mkdtemp(path.join(tmpdir(), 'countersign-pg-model-'))
  await (await startPostgres({ dataDir: model })).stop()
})

afterAll(() => rm(model, { recursive: true, force: true }))

beforeEach(async ({ task }) => {
  // mkdtemp's mode is 0700: for uid 65534 this is a directory below a closed one.
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'countersign-pg-')), 'postgres')
  if (task.name.includes('fresh')) return
  const copy = spawn('cp', ['-a', model, dataDir])
  expect(await once(copy, 'close')).toEqual([0, null])
})

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await Promise.all(users.map((user) => user.stop()))
  const left = await serverPid()
  if (left !== undefined) {
    // Somebody was killed without giving the server back: join it in order to stop it.
    await (await startPostgres({ dataDir })).stop()
  }
  await rm(path.dirname(dataDir), { recursive: true, force: true })
  users = []
  processes = []
})

const start = async (settings: Record<string, string> = {}): Promise<EmbeddedPostgres> => {
  const user = await startPostgres({ dataDir, settings: { fsync: 'off', ...settings } })
  users.push(user)
  return user
}

/** Starts the database in a process of its own, which then waits for a line on standard input. */
const startElsewhere = async (): Promise<{ child: ChildProcess; report: Report }> => {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `
    import { once } from 'node:events'
    import { startPostgres } from '${module}'
    const settings = { fsync: 'off' }
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings })
    const { port, reused } = server
    console.log(JSON.stringify({ url: server.url(), port, reused }))
    await once(process.stdin, 'data')
    await server.stop()
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  processes.push(child)
  for await (const line of createInterface(child.stdout)) return { child, report: JSON.parse(line) }
  throw new Error('The other process ended without a report')
}

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = testClient({ connectionString: url })
  // Some of these servers are killed: what counts is the outcome of the query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const serverPid = async (): Promise<number | undefined> => {
  const file = path.join(dataDir, 'cluster', 'data', 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  return content === undefined ? undefined : Number.parseInt(content, 10)
}

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + 10_000; !(await holds()); ) {
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`)
    await sleep(10)
  }
}

const killed = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const refusesConnections = async (url: string): Promise<boolean> =>
  query(url, 'select 1').then(
    () => false,
    () => true,
  )

test('[OPS] a fresh start gives a PostgreSQL 17 that is safe by default', async () => {
  const server = await startPostgres({ dataDir })
  users.push(server)
  expect(server.reused).toBe(false)
  const settings = `select current_setting(name) from unnest(array['server_version_num', 'fsync',
    'synchronous_commit', 'server_encoding', 'password_encryption', 'max_connections']) as name`
  const [version, ...rest] = await query(server.url(), settings)
  expect(version).toMatch(/^17/)
  expect(rest).toEqual(['on', 'on', 'UTF8', 'scram-sha-256', '200'])
  expect((await stat(path.join(dataDir, 'cluster', 'password'))).mode & 0o777).toBe(0o600)
  const data = await stat(path.join(dataDir, 'cluster', 'data'))
  expect(data.mode & 0o777).toBe(0o700)
  expect(data.uid).toBe(process.getuid?.() || 65534)
})

test('[OPS] settings of the caller win, address and port excepted', async () => {
  const server = await start({ max_connections: '17', listen_addresses: '*' })
  expect(await query(server.url(), 'show max_connections')).toEqual(['17'])
  expect(await query(server.url(), 'show listen_addresses')).toEqual(['127.0.0.1'])
})

test('[OPS] text is compared by code point and folded beyond ASCII', async () => {
  const { url } = await start()
  expect(await query(url(), `select 'Z' < 'a', lower('ÄÉΩ')`)).toEqual([true, 'äéω'])
})

test('[OPS] a wrong password is refused', async () => {
  const { url } = await start()
  const wrong = new URL(url())
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('[OPS] the server listens on loopback only', async () => {
  const { port, url } = await start()
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of others) {
    const elsewhere = new URL(url())
    elsewhere.hostname = address
    elsewhere.search = ''
    await expect(query(elsewhere.href, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  }
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  )
  const hexPort = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const listening = tables
    .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
    .filter(([, local, , state]) => state === '0A' && local?.endsWith(hexPort))
    .map(([, local]) => local)
  if (process.platform === 'linux') expect(listening).toEqual([`0100007F${hexPort}`])
})

test('[OPS] its users reach the server over a socket in a directory that is closed to others', async () => {
  const { url } = await start()
  const directory = new URL(url()).searchParams.get('host') ?? ''
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
  expect(await query(url(), 'select inet_client_addr() is null')).toEqual([true])
  const overTcp = new URL(url())
  overTcp.search = ''
  expect(await query(overTcp.href, 'select inet_client_addr() is null')).toEqual([false])
})

test('[OPS] where the path of the socket would be too long, they reach it over TCP', async () => {
  const long = path.join(path.dirname(dataDir), 'd'.repeat(90))
  await rename(dataDir, long)
  dataDir = long
  const { url } = await start()
  expect(new URL(url()).search).toBe('')
  expect(await query(url(), 'select inet_client_addr() is null')).toEqual([false])
})

test('[OPS] a restart keeps the data', async () => {
  const first = await start()
  await query(first.url(), 'create table kept as select 42 as n')
  await first.stop()
  expect(await serverPid()).toBeUndefined()
  const second = await start()
  expect(second.reused).toBe(false)
  expect(await query(second.url(), 'select n from kept')).toEqual([42])
})

test('[OPS] a start after the server was killed hard recovers what was committed', async () => {
  const first = await start()
  await query(first.url(), 'create table kept as select 42 as n')
  const pid = await serverPid()
  process.kill(pid!, 'SIGKILL')
  await until('the port is closed', () => refusesConnections(first.url()))
  expect(await serverPid()).toBe(pid)
  const second = await start()
  expect(second.reused).toBe(false)
  expect(await query(second.url(), 'select n from kept')).toEqual([42])
})

test('[OPS] a start waits for the sessions that outlive a killed server', async () => {
  const first = await start()
  // A session that computes does not hear of the server's death, and may still write.
  const busy = `do $$ declare began timestamptz := clock_timestamp();
    begin while clock_timestamp() < began + interval '1.5 s' loop end loop; end $$`
  const computing = query(first.url(), busy).catch(() => undefined)
  const running = `select count(*)::int from pg_stat_activity where query ~ '^do' and state = 'active'`
  await until('it computes', async () => (await query(first.url(), running))[0] === 1)
  process.kill((await serverPid())!, 'SIGKILL')
  await until('the port is closed', () => refusesConnections(first.url()))
  expect((await start()).reused).toBe(false)
  await computing
})

test('[OPS] a process that was killed while it started the server is no obstacle', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  await writeFile(`${path.join(dataDir, 'cluster')}-starting.pid`, String(child.pid))
  expect((await start()).reused).toBe(false)
})

test('[OPS] a lock file whose process id now belongs to another process is no obstacle', async () => {
  const first = await start()
  await first.stop()
  const file = path.join(dataDir, 'cluster', 'data', 'postmaster.pid')
  // As uid 65534, PostgreSQL believes in any live process of that user: this one plays the part.
  const uid = process.getuid?.() || 65534
  const bystander = spawn('sleep', ['60'], { uid, stdio: 'ignore' })
  processes.push(bystander)
  await once(bystander, 'spawn')
  await writeFile(file, `${bystander.pid}\n/x\n1\n${first.port}\n\n127.0.0.1\n  0  0\nready   \n`)
  const second = await start()
  expect(await query(second.url(), 'select 1')).toEqual([1])
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('[OPS] a server left behind by a killed parent is reused, then stopped', async () => {
  const { child, report } = await startElsewhere()
  expect(report.reused).toBe(false)
  await killed(child)
  const server = await start()
  expect(server).toMatchObject({ reused: true, port: report.port })
  expect(await query(server.url(), 'select 1')).toEqual([1])
  // The server hears of the death of its first user in its own time; until then that one counts.
  await until('the dead user is forgotten', async () => {
    const sql = `select count(*)::int from pg_stat_activity
      where application_name = 'countersign-lease'`
    return (await query(server.url(), sql))[0] === 1
  })
  await server.stop()
  expect(await refusesConnections(server.url())).toBe(true)
  expect(await serverPid()).toBeUndefined()
})

test('[OPS] processes that start together on a fresh directory get one server', async () => {
  const all = await Promise.all([startElsewhere(), startElsewhere(), start(), start()])
  const reports = all.map((one) => ('report' in one ? one.report : one))
  expect(new Set(reports.map(({ port }) => port)).size).toBe(1)
  expect(reports.filter(({ reused }) => !reused)).toHaveLength(1)
})

test('[OPS] processes that start together after a hard kill get one server', async () => {
  const first = await start()
  process.kill((await serverPid())!, 'SIGKILL')
  await until('the port is closed', () => refusesConnections(first.url()))
  const all = await Promise.all([startElsewhere(), startElsewhere(), start()])
  const reports = all.map((one) => ('report' in one ? one.report : one))
  expect(new Set(reports.map(({ port }) => port)).size).toBe(1)
  expect(reports.filter(({ reused }) => !reused)).toHaveLength(1)
})

test('[OPS] the last of its users stops the server, whoever started it', async () => {
  const { child, report } = await startElsewhere()
  const here = await start()
  expect(here.reused).toBe(true)
  child.stdin?.write('stop\n')
  await once(child, 'exit')
  expect(await query(report.url, 'select 1')).toEqual([1])
  await here.stop()
  expect(await refusesConnections(report.url)).toBe(true)
})

test('[OPS] two users who stop at the same time leave no server behind', async () => {
  const both = [await start(), await start()]
  await Promise.all(both.map((user) => user.stop()))
  await until('the server has ended', async () => (await serverPid()) === undefined)
})

test('[OPS] a lease counts until it is given back, not until its connection is closed', async () => {
  const { url } = await start()
  const leases = [await takeLease(url(), console.log), await takeLease(url(), console.log)]
  await users.pop()?.stop()
  const pid = await serverPid()
  expect(await leases[0]?.giveBack()).toBeUndefined()
  expect(await leases[1]?.giveBack()).toBe(pid)
  // Whoever comes now must wait for the end of the server, not use it.
  expect(await takeLease(url(), console.log)).toBeUndefined()
  for (const lease of leases) await lease?.close()
})

test('[OPS] a start during a stop gets a server that stays', async () => {
  const first = await start()
  const stopping = first.stop()
  const second = await start()
  await stopping
  expect(await query(second.url(), 'select 1')).toEqual([1])
})

test('[OPS] a user whose sessions were cut off still counts', async () => {
  const first = await start()
  const second = await start()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'countersign-lease'`
  await query(first.url(), cut)
  // A session that is back holds no lease yet: its lock is what counts.
  const held = `select count(*)::int from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and granted`
  await until('both are back', async () => (await query(first.url(), held))[0] === 2)
  await second.stop()
  expect(await query(first.url(), 'select 1')).toEqual([1])
})

test('[OPS] a process that does not stop its server ends all the same', async () => {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `import { startPostgres } from '${module}'
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  processes.push(child)
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect((await start()).reused).toBe(true)
})

test('[OPS] stopping twice is stopping once', async () => {
  const server = await start()
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  expect(await serverPid()).toBeUndefined()
})

test('[OPS] a directory of another major version is refused by name', async () => {
  await (await start()).stop()
  await writeFile(path.join(dataDir, 'cluster', 'data', 'PG_VERSION'), '18\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 18, this is 17/)
})

test('[OPS] a fresh directory that cannot be made is refused by name', async () => {
  await writeFile(dataDir, 'a file')
  await expect(start()).rejects.toThrow(/postgres cannot hold the embedded PostgreSQL.*EEXIST/)
})

test('[OPS] a start that fails tells the end of the log, and leaves nothing running', async () => {
  await expect(start({ max_connections: 'many' })).rejects.toThrow(
    /did not start: .*invalid value for parameter "max_connections"/,
  )
  expect(await serverPid()).toBeUndefined()
  expect((await start()).reused).toBe(false)
})

test('[OPS] ensureDatabase makes a database once, also when asked twice at the same time', async () => {
  const { url } = await start()
  const name = 'two words'
  await Promise.all([ensureDatabase(url(), name), ensureDatabase(url(), name)])
  await ensureDatabase(url(), name)
  expect(await query(url(name), 'select current_database()')).toEqual([name])
})

test('[OPS] a port lost between choosing and binding is replaced', async () => {
  await (await start()).stop()
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const ports = [port, port]
  const choose = async () => ports.shift() ?? 0
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  ports.push((free.address() as AddressInfo).port)
  await new Promise((resolve) => free.close(resolve))
  const place = placeIn(dataDir)
  expect(await launch(place, await findBinaries(), { fsync: 'off' }, 10_000, choose)).toBe(true)
  expect(await launch(place, await findBinaries(), { fsync: 'off' }, 10_000)).toBe(false)
  await new Promise((resolve) => busy.close(resolve))
  expect(await start()).toMatchObject({ reused: true })
})
