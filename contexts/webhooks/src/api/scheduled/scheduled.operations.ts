import type { Input } from '@countersign/contracts'
import type { webhooks } from '@countersign/contracts/webhooks'
import { fail } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { pageOf, travel } from '../../page.rules.ts'
import { wakeSweep } from '../../task/index.ts'
import { inApplication } from '../bind.ts'
import { keyOf } from '../endpoint-access.ts'
import type { InApplication } from '../gate.ts'
import { messageIn, showMessage } from '../message/index.ts'
import { cancelScheduled, findScheduled, sendScheduled } from './scheduled.store.ts'

type Op = typeof webhooks.message

export async function listScheduled(
  { database, clock }: Core,
  at: InApplication,
  { query }: Input<Op['listScheduled']>,
) {
  const now = clock()
  const plan = travel(query, 'ascending')
  const rows = await database.withTenant(at.orgId, (tx) =>
    findScheduled(tx, keyOf(at), new Date(now), plan),
  )
  return pageOf(
    rows,
    plan,
    (row) => row.id,
    (row) => showMessage(row, true, now),
  )
}

/** Changes a message that still waits. @throws 409 when its time has come, or it has none */
const changing =
  (change: typeof sendScheduled) =>
  ({ database, clock }: Core, at: InApplication, { msg_id }: Input<Op['sendNow']>) =>
    database.withTenant(at.orgId, async (tx) => {
      const { id } = await messageIn(tx, at, msg_id)
      if (!(await change(tx, keyOf(at), id, new Date(clock()))))
        throw fail('conflict', 'The message isn’t waiting for its time')
      await wakeSweep(tx)
    })

export const sendNow = changing(sendScheduled)
const cancelMessage = changing(cancelScheduled)

export const messageScheduled = {
  listScheduled: inApplication(listScheduled),
  sendNow: inApplication(sendNow),
  cancel: inApplication(cancelMessage),
}
