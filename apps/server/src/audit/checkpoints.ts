import { appendFile, mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ChainHead,
  type Checkpoint,
  digestOf,
  parseCheckpoint,
  readHeadsAlone,
  signCheckpoint,
} from '@countersign/kit/audit-checkpoint'
import type { Database } from '@countersign/kit/db'
import type { Logger } from '@countersign/kit/log'
import type { MainSecret } from '@countersign/kit/vault'
import type { Config } from '../config.ts'

/** Where the checkpoints of a deployment are. */
export const auditDir = ({ AUDIT_DIR, DATA_DIR }: Config): string =>
  AUDIT_DIR ?? join(DATA_DIR, 'audit')

type Writing<Tables> = {
  /** Connected as countersign_relay. */
  readonly database: Database<Tables>
  /** A folder outside the database, best on storage that its administrators cannot change. */
  readonly dir: string
  readonly secret: MainSecret
  readonly clock: () => number
  readonly log: Logger
}

/** What the newest file says. A month begins with the ends of all chains, so the others need no reading. */
type Newest = {
  readonly file: string
  readonly bytes: number
  readonly last: string
  readonly heads: ReadonlyMap<string, ChainHead>
}

/**
 * Writes the signed checkpoints of the audit chains.
 * @returns what signs the chains that changed since the last time and says how many there were; of several
 *   processes one writes at a time
 */
export function checkpointWriter<Tables>(deps: Writing<Tables>): () => Promise<number> {
  const { database, dir, secret, clock, log } = deps
  let newest: Newest | undefined
  return () =>
    database.withNobody(async (tx) => {
      const heads = await readHeadsAlone(tx)
      if (heads === null) return 0
      newest = await readNewest(dir, newest)
      const at = new Date(clock()).toISOString()
      const file = join(dir, `checkpoints-${at.slice(0, 7)}.log`)
      const signed = newest?.file === file ? newest.heads : new Map<string, ChainHead>()
      const changed = [...heads].filter(([company, [, hash]]) => signed.get(company)?.[1] !== hash)
      if (changed.length === 0) return 0
      const chains: Checkpoint['chains'] = {}
      for (const [company, [number, hash]] of changed) chains[company] = [number, hash]
      const previous = newest ? digestOf(newest.last) : ''
      const line = signCheckpoint(secret, { at, previous, chains })
      await mkdir(dir, { recursive: true })
      await appendFile(file, `${line}\n`, { mode: 0o600, flush: true })
      // The digest in the process's log is one more witness, wherever logs are kept.
      log.info({ event: 'audit_checkpoint', chains: changed.length, digest: digestOf(line) })
      return changed.length
    })
}

async function filesOf(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const months = names.filter((name) => /^checkpoints-\d{4}-\d{2}\.log$/.test(name))
  return months.toSorted().map((name) => join(dir, name))
}

async function readNewest(dir: string, known: Newest | undefined): Promise<Newest | undefined> {
  const file = (await filesOf(dir)).at(-1)
  if (file === undefined) return undefined
  const { size } = await stat(file)
  if (known?.file === file && known.bytes === size) return known
  const text = await readFile(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  // The last write was cut off, by a crash or a full disk: nobody was told that it had succeeded.
  if (whole !== text) await truncate(file, Buffer.byteLength(whole))
  const lines = linesOf(whole)
  const heads = lines.flatMap((line) => Object.entries(parseCheckpoint(line)?.chains ?? {}))
  return {
    file,
    bytes: Buffer.byteLength(whole),
    last: lines.at(-1) ?? '',
    heads: new Map<string, ChainHead>(heads),
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** All signed lines of a folder, oldest first; none when it is not there. */
export async function readCheckpointLines(dir: string): Promise<string[]> {
  const texts = await Promise.all((await filesOf(dir)).map((file) => readFile(file, 'utf8')))
  return texts.flatMap(linesOf)
}
