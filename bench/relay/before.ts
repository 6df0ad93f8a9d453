import { webhooks as contract } from '@countersign/contracts/webhooks'
import { ApiError, client } from '@countersign/kit/client'
import type { Database, Tx } from '@countersign/kit/db'
import { sql } from 'kysely'

/** The outbox as it was before: no order, a call and a transaction for each event. */
export const tableBefore = `
  create schema before;
  create table before.outbox (
    vasp_did text collate "C" not null, id text collate "C" not null, type text not null,
    payload json not null, created_at timestamptz not null, due_at timestamptz, tries int not null default 0,
    primary key (vasp_did, id));
  create index outbox_due on before.outbox (due_at) where due_at is not null;
  grant usage on schema before to countersign_app, countersign_relay;
  grant insert on before.outbox to countersign_app;
  grant select, update on before.outbox to countersign_relay;
`

type Row = { vasp_did: string; id: string; type: string; payload: Record<string, unknown> }

type Deps = {
  readonly database: Database<unknown>
  readonly url: string
  readonly token: string
  readonly applicationOf: (did: string) => string
  readonly told: (eventId: string) => void
}

/** The relay of commit b694c2b, which the benchmark measures ours against. */
export async function relayBefore({ database, url, token, applicationOf, told }: Deps) {
  const api = client(contract, {
    base: `${url}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
    fetcher: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(10_000) }),
  })
  for (;;) {
    const events = await database.withNobody((tx) => takeDue(tx))
    for (const { vasp_did, id, type, payload } of events) {
      await api.message
        .create({
          app_id: applicationOf(vasp_did),
          body: { eventType: type, eventId: id, payload },
        })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 409)) throw error
        })
      told(id)
      await database.withNobody((tx) =>
        sql`update before.outbox set due_at = null where vasp_did = ${vasp_did} and id = ${id}`.execute(
          tx,
        ),
      )
    }
    if (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function takeDue(tx: Tx<unknown>): Promise<Row[]> {
  const now = Date.now()
  const { rows } = await sql<Row>`
    with due as (
      select vasp_did, id from before.outbox where due_at <= ${new Date(now)}
      order by due_at limit 50 for update skip locked)
    update before.outbox o set due_at = ${new Date(now + 60_000)}, tries = tries + 1 from due
    where o.vasp_did = due.vasp_did and o.id = due.id
    returning o.vasp_did, o.id, o.type, o.payload`.execute(tx)
  return rows
}
