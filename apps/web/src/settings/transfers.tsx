import type { SavedTransferSettings } from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, keyOf, refusedFields, useChange, useOperation } from '../api/index.ts'
import { LoadError, Missing } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { ProcessFor } from './process-for.tsx'

type Saved = SavedTransferSettings

/** How the active company wants its transfers treated. */
export function TransferSettings() {
  const did = useCompany()
  const views = useCan(api.tx.settings)
  if (!did || !views.allowed) return <Missing call={api.tx.settings} />
  return <Loaded key={did} did={did} />
}

function Loaded({ did }: { did: string }) {
  const { data, error, refetch } = useOperation(api.tx.settings, { vaspDID: did })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Panel
      title="Transfers"
      description="These settings apply to all of the company’s transfers from now on."
      className="max-w-[760px]"
    >
      {data ? (
        <Fields key={data.version} did={did} saved={data} />
      ) : (
        <SkeletonLines lines={6} label="Loading settings" />
      )}
    </Panel>
  )
}

function Fields({ did, saved }: { did: string; saved: Saved }) {
  const client = useQueryClient()
  const updates = useCan(api.tx.saveSettings)
  const [action, setAction] = useState<Saved['onNoResponse']['action']>(saved.onNoResponse.action)
  const [texts, setTexts] = useState({
    afterHours: String(saved.onNoResponse.afterMinutes / 60),
    approveFrom: saved.fourEyes.approveFrom ?? '',
    acceptFrom: saved.fourEyes.acceptFrom ?? '',
    dataRequestHours: String(saved.dataRequestHours),
    answerHours: String(saved.answerWithinMinutes / 60),
    remindTimes: String(saved.remindTimes),
  })
  const [personalExports, setPersonalExports] = useState(saved.fourEyes.personalExports)
  const [rules, setRules] = useState(saved.fourEyes.rules)
  const [payer, setPayer] = useState(saved.fourEyes.payer)
  const [processFor, setProcessFor] = useState(saved.onNoResponse.processFor)
  const [addressDiscovery, setDiscovery] = useState(saved.addressDiscovery)
  const [flags, setFlags] = useState({
    autoconfirm: saved.autoconfirm,
    autoredirect: saved.autoredirect,
  })
  const amount = (text: string) => text.trim() || null
  const save = useChange(
    () =>
      api.tx.saveSettings({
        vaspDID: did,
        body: {
          version: saved.version,
          onNoResponse: {
            action,
            afterMinutes: Math.round(Number(texts.afterHours) * 60),
            processFor,
          },
          fourEyes: {
            approveFrom: amount(texts.approveFrom),
            acceptFrom: amount(texts.acceptFrom),
            personalExports,
            rules,
            payer,
          },
          dataRequestHours: Number(texts.dataRequestHours),
          answerWithinMinutes: Math.round(Number(texts.answerHours) * 60),
          retentionDays: saved.retentionDays,
          remindTimes: Number(texts.remindTimes),
          addressDiscovery,
          ...flags,
        },
      }),
    {
      says: 'Settings saved',
      onSuccess: (next) => client.setQueryData(keyOf(api.tx.settings, { vaspDID: did }), next),
      showsFailure: true,
    },
  )
  const refused = { ...refusedFields(save.error, 1), ...refusedFields(save.error, 2) }
  const text = (name: keyof typeof texts) => ({
    value: texts[name],
    disabled: !updates.allowed,
    onChange: ({ target }: { target: { value: string } }) =>
      setTexts({ ...texts, [name]: target.value }),
  })
  const flag = (name: keyof typeof flags) => ({
    checked: flags[name],
    disabled: !updates.allowed,
    onChange: ({ target }: { target: { checked: boolean } }) =>
      setFlags({ ...flags, [name]: target.checked }),
  })
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Failure error={save.error} title="Not saved" />
      {updates.reason && <Notice>{updates.reason}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="If a counterparty doesn’t respond"
          disabled={!updates.allowed}
          options={[
            { value: 'WAIT', label: 'Remind, and keep waiting' },
            { value: 'CANCEL', label: 'Cancel the transfer' },
          ]}
          value={action}
          onChange={({ target }) => setAction(target.value === 'CANCEL' ? 'CANCEL' : 'WAIT')}
        />
        <TextField
          label="After how many hours"
          inputMode="decimal"
          hint="At most 720"
          required
          error={refused.afterMinutes}
          {...text('afterHours')}
        />
        <ProcessFor
          countries={processFor}
          disabled={!updates.allowed}
          error={Object.values(refusedFields(save.error, 3))[0]}
          onChange={setProcessFor}
        />
        <TextField
          label="Two people approve from"
          optional
          inputMode="decimal"
          hint="In your company’s currency. Empty: one person is enough."
          error={refused.approveFrom}
          {...text('approveFrom')}
        />
        <TextField
          label="Two people accept from"
          optional
          inputMode="decimal"
          hint="In your company’s currency. Empty: one person is enough."
          error={refused.acceptFrom}
          {...text('acceptFrom')}
        />
        <TextField
          label="Hours to answer a transfer"
          inputMode="decimal"
          hint="At most 720. Sooner if your profile promises a faster answer."
          required
          error={refused.answerWithinMinutes}
          {...text('answerHours')}
        />
        <TextField
          label="Hours to supply requested data"
          inputMode="numeric"
          hint="At most 720"
          required
          error={refused.dataRequestHours}
          {...text('dataRequestHours')}
        />
        <TextField
          label="Daily reminders of one transfer"
          inputMode="numeric"
          hint="At most 30. 0: no reminders."
          required
          error={refused.remindTimes}
          {...text('remindTimes')}
        />
        <SelectField
          label="Who learns that an address is yours"
          hint="When a company looks up an address before it sends."
          disabled={!updates.allowed}
          options={[
            { value: 'NONE', label: 'Nobody' },
            { value: 'TRUSTED', label: 'Companies whose transfers you have accepted' },
            { value: 'ALL', label: 'All companies' },
          ]}
          value={addressDiscovery}
          onChange={({ target: { value } }) =>
            setDiscovery(value === 'NONE' || value === 'ALL' ? value : 'TRUSTED')
          }
        />
        <Checkbox
          label="Confirm known addresses automatically"
          hint="Only addresses that a person of your company put in its address book."
          {...flag('autoconfirm')}
        />
        <Checkbox
          label="Redirect within the group automatically"
          hint="When exactly one other company of your group has the address in its book."
          {...flag('autoredirect')}
        />
        <Checkbox
          label="Two people change rules"
          hint="A colleague must activate new rules before they decide."
          checked={rules}
          disabled={!updates.allowed}
          onChange={({ target }) => setRules(target.checked)}
        />
        <Checkbox
          label="Two people export personal data"
          hint="A colleague must agree before names are exported."
          checked={personalExports}
          disabled={!updates.allowed}
          onChange={({ target }) => setPersonalExports(target.checked)}
        />
        <Checkbox
          label="Two people change who pays"
          hint="A colleague must agree before another company pays for this one."
          checked={payer}
          disabled={!updates.allowed}
          onChange={({ target }) => setPayer(target.checked)}
        />
      </div>
      <div>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          disabledReason={updates.reason}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
