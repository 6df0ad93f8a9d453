import { randomUUID } from 'node:crypto'
import { CreateIn } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { sql } from 'kysely'
import type { Desk } from './desk.ts'

/**
 * The least that an operation could be on the same server: the same body, validated, with one row and one audit row in
 * the company's transaction; and one row that is changed, with an audit row.
 */
export async function makePlainServer({ owner, deps }: Desk) {
  await owner.query(`create table public.plain_act (id uuid primary key, status text not null, body jsonb not null);
    grant all on public.plain_act to countersign_app`)
  const made: { id: string; company: string }[] = []
  const app = httpServer({ log: createLog('error'), errors: productErrors })
  const noted = { did: 'did:example:plain', requestId: 'bench' }
  app.post('/plain/create', async (request) => {
    const body = CreateIn.parse(request.body)
    const [id, company] = [randomUUID(), body.originatorVASPdid]
    await deps.database.withTenant(company, async (tx) => {
      await sql`insert into public.plain_act values (${id}, 'NEW', ${JSON.stringify(body)})`.execute(
        tx,
      )
      await audit(tx, noted, new Date(), { company, action: 'plain.create', object: id })
    })
    made.push({ id, company })
    return { id }
  })
  app.post<{ Body: { id: string; company: string } }>('/plain/approve', async ({ body }) => {
    const { id, company } = body
    await deps.database.withTenant(company, async (tx) => {
      await sql`update public.plain_act set status = 'SENT' where id = ${id}`.execute(tx)
      await audit(tx, noted, new Date(), { company, action: 'plain.approve', object: id })
    })
    return { id }
  })
  const call = async (url: string, payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`)
  }
  return {
    create: (body: object) => call('/plain/create', body),
    approve: (n: number) => call('/plain/approve', made[n % made.length] ?? {}),
  }
}
