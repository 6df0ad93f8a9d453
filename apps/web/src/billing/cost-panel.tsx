import { type CostPreview, costOf, totalOf } from '@countersign/contracts/billing'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { numberText } from '../ui/language.ts'
import { Panel } from '../ui/page/panel.tsx'
import { moneyWords } from './money.ts'

const most = 10_000_000

/** What so many transfers would cost a month, by the plan’s own price. */
export function CostPanel({ did, plan }: { did: string; plan: string }) {
  const { data } = useOperation(api.usage.plans, {})
  const [typed, setTyped] = useState('')
  const usage = useOperation(api.usage.get, { vaspDID: did, query: {} })
  const price = data?.plans.find(({ key }) => key === plan)?.price
  if (!price) return null
  const units = typed === '' ? (usage.data?.totals.units ?? 0) : Number(typed)
  const isWhole = Number.isInteger(units) && units >= 0 && units <= most
  const lines = costOf(price, isWhole ? units : 0)
  return (
    <Panel title="Cost" description="An estimate from your plan’s price, before taxes.">
      <div className="flex flex-col gap-4">
        <TextField
          label="Transfers a month"
          inputMode="numeric"
          className="w-48"
          value={typed === '' ? String(units) : typed}
          error={isWhole ? undefined : `Enter a whole number up to ${numberText(most)}`}
          onChange={({ target }) => setTyped(target.value)}
        />
        {isWhole && <Lines lines={lines} currency={price.currency} />}
      </div>
    </Panel>
  )
}

function Lines({ lines, currency }: Pick<CostPreview, 'lines' | 'currency'>) {
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ label, quantity, amount_minor: amount }) => (
        <div key={`${label} ${quantity} ${amount}`} className="flex justify-between gap-4">
          <dt className="text-muted">
            {quantity === null ? label : `${numberText(quantity)} ${label.toLowerCase()}`}
          </dt>
          <dd className="tabular-nums">{moneyWords(amount, currency)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-semibold">
        <dt>Total</dt>
        <dd className="tabular-nums">{moneyWords(totalOf(lines), currency)}</dd>
      </div>
    </dl>
  )
}
