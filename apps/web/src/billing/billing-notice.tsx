import { Link } from '@tanstack/react-router'
import { api, useOperation } from '../api/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'
import { statusWords } from './words.ts'

/** Says that a payment failed, and until when everything still works, to those who may see it. */
export function BillingNotice() {
  const did = useCompany()
  const views = useCan(api.subscription.get).allowed
  return did && views ? <Shown key={did} did={did} /> : null
}

function Shown({ did }: { did: string }) {
  const { data } = useOperation(api.subscription.get, { vaspDID: did }, { retry: false })
  if (data?.access !== 'grace') return null
  const { title, sentence } = statusWords[data.subscription_status]
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <Link to="/billing" className={buttonClass()}>
          Billing
        </Link>
      }
    >
      {sentence}
      {data.grace_ends_at && (
        <>
          {' '}
          You keep full access until <Time value={data.grace_ends_at} format="day" />.
        </>
      )}
    </Notice>
  )
}
