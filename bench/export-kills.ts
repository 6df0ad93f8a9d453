import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { query } from '@countersign/kit/testing-query'
import { fillRows, onExports, ready, rows, type World } from './export-desk.ts'
import { table } from './figures.ts'

/** At which of its parts each process dies: after it has written it, and before it notes it. */
const deaths = [3, 5, 7]

/** Kills processes in the middle of one file, and compares it with one that nobody disturbed. */
export const run = (): Promise<void> =>
  onExports(1, async ({ url, folder }, world) => {
    await fillRows(url)
    const asked = { format: 'CSV' as const, zone: 'UTC' }
    const disturbed = await world.export(asked)
    const file = fileURLToPath(
      new URL('../apps/server/src/suites/crash/export.fixture.ts', import.meta.url),
    )
    for (const part of deaths) {
      const point = `after-export-part-before-record:${part}`
      const child: ChildProcess = spawn(process.execPath, [file, url, folder, point])
      await once(child, 'exit')
      const [seen] = await query(
        url,
        `select done, state from transactions.export_request where id = '${disturbed.id}'`,
      )
      console.log(`${child.signalCode} with ${seen?.done} of ${rows} noted, ${seen?.state}`)
    }
    const stop = world.work()
    const found = [['', 'noted', 'lines', 'different ids', 'SHA-256 as noted', 'SHA-256']]
    for (const [name, { id, pieces }] of [
      ['killed three times', disturbed],
      ['undisturbed', await world.export(asked)],
    ] as const) {
      const done = await ready(url, id)
      found.push([name, String(done), ...(await read(url, id, pieces))])
    }
    await stop()
    table(found)
  })

async function read(
  url: string,
  id: string,
  pieces: Awaited<ReturnType<World['export']>>['pieces'],
): Promise<string[]> {
  const hash = createHash('sha256')
  const ids = new Set<string>()
  let [lines, rest] = [0, '']
  for await (const piece of await pieces()) {
    hash.update(piece)
    const all = (rest + Buffer.from(piece).toString()).split('\r\n')
    rest = all.pop() ?? ''
    lines += all.length
    for (const line of all) ids.add(line.slice(0, 36))
  }
  const sql = `select encode(sha256, 'hex') as hash from transactions.export_request where id = '${id}'`
  const [noted] = await query(url, sql)
  const made = hash.digest('hex')
  // One line names the columns.
  return [String(lines - 1), String(ids.size - 1), String(noted?.hash === made), made]
}
