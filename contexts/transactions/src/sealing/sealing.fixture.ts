import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from '@countersign/kit/db'
import { query, run, testDatabase } from '@countersign/kit/testing'
import { vault } from '@countersign/kit/vault'
import type { DB } from '../tables.gen.ts'
import type { TransactionsDatabase, TransactionsTx } from '../tables.ts'
import { sealParts } from './part-key.store.ts'

export const at = new Date('2026-11-21T12:00:00Z')
export const [originator, beneficiary, stranger] = ['did:web:o', 'did:web:b', 'did:web:s'] as const

export type Desk = {
  readonly url: string
  readonly database: TransactionsDatabase
  readonly keys: ReturnType<typeof vault>
  /** Statements past row-level security, as nobody in the product runs them. */
  readonly run: (text: string) => Promise<void>
  readonly query: (text: string) => ReturnType<typeof query>
  close(): Promise<void>
}

export async function openDesk(): Promise<Desk> {
  const { url, drop } = await testDatabase()
  const database = connect<DB>({ url, role: 'countersign_app' })
  return {
    url,
    database,
    keys: vault([{ id: 'test', key: randomBytes(32) }]),
    run: (text) => run(url, text),
    query: (text) => query(url, text),
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/**
 * Does a piece of work twice in one company, so that the second begins before the first has committed.
 * @returns what each gave, in the order in which they began
 */
export async function raced<T>(
  { database, query: ask }: Desk,
  company: string,
  work: (tx: TransactionsTx) => Promise<T>,
): Promise<[T, T]> {
  let second: Promise<T> | undefined
  let isDone = false
  const first = await database.withTenant(company, async (tx) => {
    const given = await work(tx)
    second = database.withTenant(company, work).finally(() => {
      isDone = true
    })
    second.catch(() => undefined)
    // It waits for the first's row, unless nothing makes it wait.
    const isWaiting = async () =>
      (
        await ask(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length > 0
    while (!isDone && !(await isWaiting()));
    return given
  })
  if (!second) throw new Error('The second never began')
  return [first, await second]
}

/** What nobody may find in the database. */
export const canary = (): string => randomBytes(8).toString('hex')

/** The personal data of a transfer, with a canary in each leaf. */
export const person = () => ({
  originator: {
    originatorPerson: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [
              {
                primaryIdentifier: canary(),
                secondaryIdentifier: canary(),
                naturalPersonNameIdentifierType: 'LEGL',
              },
            ],
          },
          dateAndPlaceOfBirth: { dateOfBirth: canary(), placeOfBirth: canary() },
        },
      },
    ],
    accountNumber: [canary()],
  },
})

const threshold = JSON.stringify({
  decidedBy: 'none',
  originator: { jurisdiction: null, version: null, tier: null, amount: null, currency: null },
  beneficiary: null,
  warnings: [],
})

/** Between the originator and the beneficiary, who has confirmed its address unless told otherwise. */
export async function addTransfer(
  { run: execute }: Desk,
  { acked = true, to = beneficiary }: { acked?: boolean; to?: string } = {},
): Promise<string> {
  const id = randomUUID()
  await execute(
    `insert into transactions.transfer (id, originator_did, beneficiary_did, status, type, asset_id, asset_symbol,
       decimals, amount, threshold, destination, address_key, created_at, updated_at, sent_at, acked_at)
     values ('${id}', '${originator}', '${to}', 'ACK', 'TRAVELRULE', 'eip155:1/slip44:60', 'ETH', 18, 1, '${threshold}', '0x',
       '\\x${'00'.repeat(32)}', now(), now(), now(), ${acked ? 'now()' : 'null'})`,
  )
  return id
}

/** The same with its originator's part sealed. */
export async function addSealed(
  desk: Desk,
  { acked = true, tree = person() }: { acked?: boolean; tree?: ReturnType<typeof person> } = {},
) {
  const id = await addTransfer(desk, { acked })
  await desk.database.withTenant(originator, (tx) =>
    sealParts(tx, desk.keys, originator, id, [{ part: 'ORIGINATOR', tree, fields: [] }], at),
  )
  return { id, tree }
}

/** A secret in the forms in which it could stand in a table. */
export const forms = (secret: Uint8Array | string): string[] => {
  const raw = Buffer.from(secret)
  const texts = [raw.toString('base64url'), raw.toString('base64'), raw.toString('hex')]
  const all = typeof secret === 'string' ? [secret, ...texts] : texts
  // A text in a column of bytes is shown as hexadecimal.
  return all.flatMap((text) => [text, Buffer.from(text).toString('hex')])
}

/** Everything that stands in the database's tables, as text. */
export async function dump(desk: Desk): Promise<string> {
  const tables = await desk.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('transactions', 'audit') order by 1`,
  )
  const rows = []
  for (const { name } of tables) rows.push(...(await desk.query(`select t::text from ${name} t`)))
  return JSON.stringify(rows)
}
