import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { createEgress } from '@countersign/kit/egress'
import { parseSubnets } from '@countersign/kit/egress-address'
import { id } from '@countersign/kit/ids'
import { testPool } from '@countersign/kit/testing-query'
import { childOptions } from '../child.ts'

/**
 * The naive way, for comparison: the same sender and tables, but one statement for each message,
 * each delivery, each claim and each outcome.
 */
type Options = {
  url: string
  secret: string
  target: string
  orgId: string
  appId: string
  endpointId: string
  workers: number
  /** More applications, each with one endpoint; without any there is the one above. */
  places?: readonly { appId: string; endpointId: string; target: string }[]
}

const {
  url,
  secret,
  target,
  orgId,
  appId,
  endpointId,
  workers,
  places = [],
} = childOptions<Options>()
const placeOf = new Map(places.map((place) => [place.appId, place]))
const targetOf = new Map(places.map((place) => [place.endpointId, place.target]))
const pool = testPool({ connectionString: url, max: workers + 10 })
const egress = createEgress({
  allow: parseSubnets('127.0.0.1/32'),
  httpsOnly: false,
  connectionsPerOrigin: 128,
})
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')

async function accept(path: string, payload: string): Promise<string> {
  const app = /\/app\/(\w+)\//.exec(path)?.[1] ?? appId
  const endpoint = placeOf.get(app)?.endpointId ?? endpointId
  const msgId = id('msg', Date.now())
  await pool.query(
    `insert into webhooks.message (org_id, app_id, id, event_type, payload, expires_at, created_at)
     values ($1, $2, $3, 'transfer.created', $4, now() + interval '90 days', now())`,
    [orgId, app, msgId, payload],
  )
  await pool.query(
    `insert into webhooks.delivery (org_id, app_id, msg_id, endpoint_id, status, claimable_at, created_at)
     values ($1, $2, $3, $4, 3, now(), now())`,
    [orgId, app, msgId, endpoint],
  )
  return msgId
}

async function deliverOne(): Promise<boolean> {
  const { rows } = await pool.query(
    `update webhooks.delivery set claimable_at = now() + interval '20 s', fence = fence + 1
     where (app_id, msg_id, endpoint_id) = (select app_id, msg_id, endpoint_id
       from webhooks.delivery where status = 3 and claimable_at <= now()
       order by claimable_at limit 1 for update skip locked)
     returning org_id, app_id, msg_id, endpoint_id`,
  )
  const [job] = rows
  if (!job) return false
  const found = await pool.query(
    'select payload from webhooks.message where app_id = $1 and id = $2',
    [job.app_id, job.msg_id],
  )
  const body = String(found.rows[0]?.payload)
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = createHmac('sha256', key).update(`${job.msg_id}.${timestamp}.${body}`)
  const signature = `v1,${signed.digest('base64')}`
  const headers = [
    ...['svix-id', job.msg_id, 'svix-timestamp', String(timestamp), 'svix-signature', signature],
    ...['content-type', 'application/json'],
  ]
  const outcome = await egress.send({
    method: 'POST',
    url: targetOf.get(String(job.endpoint_id)) ?? target,
    headers,
    body,
    timeoutMs: 15_000,
  })
  await pool.query(
    `insert into webhooks.attempt (org_id, app_id, id, msg_id, endpoint_id, event_type, url, status,
       status_code, response, duration_ms, trigger_type, sent_headers, created_at)
     values ($1, $2, $3, $4, $5, 'transfer.created', $6, 0, $7, '', 1, 0, $8, now())`,
    [
      ...[job.org_id, job.app_id, id('atmpt', Date.now()), job.msg_id, job.endpoint_id, target],
      ...[outcome.status, JSON.stringify(headers)],
    ],
  )
  await pool.query(
    `update webhooks.delivery set status = 0, attempts = attempts + 1, claimable_at = null
     where app_id = $1 and msg_id = $2 and endpoint_id = $3`,
    [job.app_id, job.msg_id, job.endpoint_id],
  )
  return true
}

async function work(): Promise<never> {
  for (;;) if (!(await deliverOne())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { payload } = JSON.parse(Buffer.concat(chunks).toString())
    void accept(request.url ?? '', JSON.stringify(payload)).then((msgId) =>
      response
        .writeHead(202, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: msgId })),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : 0)
})
for (let i = 0; i < workers; i++) void work()
