import type { webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { wakeSweep } from '../../task/index.ts'
import { inApplication } from '../bind.ts'
import { endpointIn, keyOf } from '../endpoint-access.ts'
import type { InApplication, InputHere } from '../gate.ts'
import { messageIn } from '../message/index.ts'
import { findHeldLines, skipInLine } from './ordering.store.ts'

type Op = typeof webhooks.endpoint

export async function listHeldKeys(
  { database }: Core,
  at: InApplication,
  { endpoint_id, query }: InputHere<Op['listHeldKeys']>,
) {
  const plan = travel(query, 'ascending')
  const rows = await database.withTenant(at.orgId, async (tx) => {
    const { id } = await endpointIn(tx, at, endpoint_id)
    return findHeldLines(tx, keyOf(at), id, plan)
  })
  return pageOf(
    rows,
    plan,
    (row) => row.msgId,
    ({ status, nextAttempt, ...row }) => ({
      ...row,
      status,
      statusText: status === 2 ? ('fail' as const) : ('sending' as const),
      nextAttempt: status === 3 && nextAttempt ? nextAttempt.toISOString() : null,
    }),
  )
}

const skipMessage = (
  { database, clock }: Core,
  at: InApplication,
  { msg_id, endpoint_id }: InputHere<(typeof webhooks.messageAttempt)['skip']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { id: msgId } = await messageIn(tx, at, msg_id)
    const { id: endpointId } = await endpointIn(tx, at, endpoint_id)
    const became = await skipInLine(tx, keyOf(at), { msgId, endpointId }, clock())
    if (became === 'sending')
      throw fail('conflict', 'The message is being sent right now. Try again in a moment.')
    if (became === null) throw fail('conflict', 'Nothing waits for this message at this endpoint')
    await wakeSweep(tx)
  })

export const endpointOrdering = { listHeldKeys: inApplication(listHeldKeys) }

export const messageOrdering = { skip: inApplication(skipMessage) }
