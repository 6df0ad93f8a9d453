import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { invalid } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import type { WebhooksTx } from '../../tables.ts'
import { inApplication } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { showMessage } from '../message/index.ts'
import { pollerIn } from './poller.operations.ts'
import {
  findConsumer,
  findPolled,
  moveConsumer,
  numberMessages,
  type Polled,
  placeBefore,
} from './poller.store.ts'

type Op = typeof webhooks.messagePoller

/** Reads what has a number, and numbers more until the page is full or there is nothing left. */
async function read(
  { clock }: Core,
  tx: WebhooksTx,
  at: InApplication,
  pollerId: string,
  polled: Polled,
) {
  const now = clock()
  let rows = await findPolled(tx, keyOf(at), pollerId, polled)
  for (let more = true; rows.length <= polled.limit && more; ) {
    more = await numberMessages(tx, keyOf(at), pollerId, new Date(now))
    rows = await findPolled(tx, keyOf(at), pollerId, polled)
  }
  const page = rows.slice(0, polled.limit)
  return {
    data: page.map((row) => showMessage(row, true, now)),
    iterator: String(page.at(-1)?.seq ?? polled.seq),
    done: rows.length <= polled.limit,
  }
}

export const poll = (core: Core, at: InApplication, { sink_id, query }: Input<Op['poll']>) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const { id } = await pollerIn(tx, at, sink_id)
    const { limit, iterator = '0', event_type: eventType, channel, after } = query
    return read(core, tx, at, id, { seq: Number(iterator), limit, eventType, channel, after })
  })

const pollAsConsumer = (
  core: Core,
  at: InApplication,
  { sink_id, consumer_id, query }: Input<Op['consumerPoll']>,
) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const { id: pollerId } = await pollerIn(tx, at, sink_id)
    const id = consumerOf(consumer_id)
    const { limit, iterator } = query
    if (iterator === undefined) {
      const seq = (await findConsumer(tx, keyOf(at), pollerId, id))?.seq ?? 0
      return read(core, tx, at, pollerId, { seq, limit })
    }
    const seq = Number(iterator)
    await moveConsumer(tx, keyOf(at), pollerId, { id, seq, at: new Date(core.clock()) })
    return read(core, tx, at, pollerId, { seq, limit })
  })

const seekAsConsumer = (
  core: Core,
  at: InApplication,
  { sink_id, consumer_id, body }: Input<Op['consumerSeek']>,
) =>
  core.database.withTenant(at.orgId, async (tx) => {
    const { id: pollerId } = await pollerIn(tx, at, sink_id)
    const now = new Date(core.clock())
    while (await numberMessages(tx, keyOf(at), pollerId, now));
    const seq = await placeBefore(tx, keyOf(at), pollerId, body.after)
    await moveConsumer(tx, keyOf(at), pollerId, { id: consumerOf(consumer_id), seq, at: now })
    return { iterator: String(seq) }
  })

function consumerOf(id: string): string {
  if (id.length <= 256) return id
  throw invalid(['path', 'consumer_id'], 'Names of consumers have at most 256 characters')
}

export const messagePoller = {
  poll: inApplication(poll),
  consumerPoll: inApplication(pollAsConsumer),
  consumerSeek: inApplication(seekAsConsumer),
}
