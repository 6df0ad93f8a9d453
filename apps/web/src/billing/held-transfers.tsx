import type { Limits } from '@countersign/contracts/billing'
import { Link } from '@tanstack/react-router'
import { api, tryEach, useChange, useOperation } from '../api/index.ts'
import { useCan } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** Transfers that wait because of the plan’s limit, with what to do about it. */
export function HeldTransfers({ did, limits }: { did: string; limits: Limits | undefined }) {
  const lists = useCan(api.tx.list).allowed
  const sends = useCan(api.tx.release)
  const query = { vaspDID: did, held: 'true' as const, resultsPerPage: '100' }
  const { data } = useOperation(api.tx.list, { query }, { enabled: lists })
  const held = data?.transactions.filter(({ heldBy }) => heldBy === 'PLAN') ?? []
  const send = useChange(
    async () => {
      const { failed, error } = await tryEach(
        held,
        ({ id }) => id,
        ({ id }) => api.tx.approve({ query: { vaspDID: did, id } }),
      )
      if (failed.length > 0) throw error
    },
    {
      invalidates: [api.tx.list, api.subscription.limits, api.subscription.get, api.usage.get],
      says: 'Sent',
    },
  )
  if (held.length === 0 || !limits) return null
  const isFull = limits.limits.some(
    ({ key, state }) => key === 'outgoing_sent' && state === 'reached',
  )
  const count = `${held.length} ${held.length === 1 ? 'transfer is' : 'transfers are'} on hold`
  if (isFull)
    return (
      <Notice
        tone="warning"
        title={count}
        action={
          <Link to="/billing/plans" className={buttonClass()}>
            Choose a plan
          </Link>
        }
      >
        Your plan’s limit is reached. Nothing you entered is lost. You can send them with another
        plan, or once the limit resets.
      </Notice>
    )
  return (
    <Notice
      tone="info"
      title={count}
      action={
        <Button
          variant="primary"
          pending={send.isPending}
          disabledReason={sends.reason}
          onClick={() => send.mutate()}
        >
          Send them now
        </Button>
      }
    >
      Your plan’s limit stopped them, but no longer does.
    </Notice>
  )
}
