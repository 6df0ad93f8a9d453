import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../database/db.ts'
import type { MainSecret } from '../vault.ts'

/** The end of a chain: the number and the hash (hexadecimal) of its last row. */
export type ChainHead = readonly [number: number, hash: string]

/** The ends of the chains that had changed since the checkpoint before. */
const Checkpoint = z.strictObject({
  at: z.iso.datetime(),
  /** The digest of the line before, so that no line can be taken out or changed. */
  previous: z.string(),
  /** The id of the main secret that the signing key comes from. */
  key: z.string(),
  chains: z.record(z.string(), z.tuple([z.number().int(), z.string()])),
})

/** One checkpoint, read from its line. */
export type Checkpoint = z.infer<typeof Checkpoint>

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key in PKCS#8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const signingKey = (secret: MainSecret) => {
  const seed = Buffer.from(hkdfSync('sha256', secret.key, '', 'countersign audit checkpoint', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** What a later line names as `previous`. */
export const digestOf = (line: string): string =>
  createHash('sha256').update(line).digest('base64url')

/**
 * A signed line: the checkpoint as JSON, a tab, and its Ed25519 signature in base64url.
 * @param secret the current main secret, which the database does not know
 */
export function signCheckpoint(secret: MainSecret, made: Omit<Checkpoint, 'key'>): string {
  const text = JSON.stringify({ ...made, key: secret.id } satisfies Checkpoint)
  return `${text}\t${sign(null, Buffer.from(text), signingKey(secret)).toString('base64url')}`
}

/** The checkpoint of a line; its signature is not looked at. Undefined when it cannot be read. */
export const parseCheckpoint = (line: string): Checkpoint | undefined =>
  Checkpoint.safeParse(jsonOrNothing(line.split('\t', 1)[0] ?? '')).data

/**
 * Checks the lines of a log of checkpoints, oldest first.
 * @throws Error that says which line is wrong, and why
 */
export function verifyCheckpoints(
  secrets: readonly MainSecret[],
  lines: readonly string[],
): Checkpoint[] {
  const keys = new Map(secrets.map((one) => [one.id, createPublicKey(signingKey(one))]))
  let previous = ''
  return lines.map((line, index) => {
    const [text = '', signature = ''] = line.split('\t')
    const wrong = (why: string) => new Error(`Checkpoint ${index + 1} ${why}`)
    const read = parseCheckpoint(line)
    if (!read) throw wrong('cannot be read')
    const key = keys.get(read.key)
    if (!key) throw wrong(`is signed by the key ${read.key}, which MAIN_SECRET does not hold`)
    if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')))
      throw wrong('was altered: its signature is wrong')
    if (read.previous !== previous) throw wrong('doesn’t follow from the previous one')
    previous = digestOf(line)
    return read
  })
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A number of our own for the lock that keeps two processes from signing at once. */
const lockKey = 7_206_116_284

/**
 * The ends of all chains now, by company, for the one process that signs them until its transaction ends.
 * Needs the relay's role.
 * @returns null when another process is at it
 */
export async function readHeadsAlone<Tables>(
  tx: Tx<Tables>,
): Promise<Map<string, ChainHead> | null> {
  const lock = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
  if (!lock.rows[0]?.mine) return null
  const { rows } = await sql<{ company: string; number: number; hash: string }>`
    select vasp_did as company, number, encode(hash, 'hex') as hash from audit.head
    order by vasp_did`.execute(tx)
  return new Map(rows.map(({ company, number, hash }) => [company, [number, hash] as const]))
}

/** What is wrong with a chain by its checkpoints: which rows, and the time they were signed. */
export type CheckpointMismatch = {
  readonly from: number
  readonly to: number
  readonly problem: 'missing' | 'rewritten'
  readonly signedAt: string
}

/**
 * Compares the rows of a chain with its signed ends, oldest first. Needs to see the company's rows.
 * @returns the first difference, or null
 */
export async function compareWithCheckpoints<Tables>(
  tx: Tx<Tables>,
  company: string,
  checkpoints: readonly Checkpoint[],
): Promise<CheckpointMismatch | null> {
  const signed = checkpoints.flatMap(({ at, chains: { [company]: head } }) =>
    head ? [{ at, number: head[0], hash: head[1] }] : [],
  )
  const { rows } = await sql<{ number: number; hash: string }>`
    select number, encode(hash, 'hex') as hash from audit.entry
    where vasp_did = ${company} and number = any(${signed.map(({ number }) => number)}::bigint[])
    order by number`.execute(tx)
  const hashes = new Map(rows.map(({ number, hash }) => [number, hash]))
  let from = 1
  for (const { at, number, hash } of signed) {
    const found = hashes.get(number)
    if (found !== hash)
      return { from, to: number, problem: found ? 'rewritten' : 'missing', signedAt: at }
    from = number + 1
  }
  return null
}
