import {
  checkKinds,
  type SavedTransferSettings,
  TransferSettingsIn,
} from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { api, keyOf, useOperation } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { LoadError, Missing } from '../page/index.ts'
import { useCan, useCompany } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { CheckGroup } from '../ui/form/check-group.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { ProcessFor } from './process-for.tsx'

type Saved = SavedTransferSettings

const labels = { RISK_SCORE: 'Risk score', SANCTION_LIST_CHECK: 'Sanctions check' }

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
        <Fields did={did} saved={data} />
      ) : (
        <SkeletonLines lines={6} label="Loading settings" />
      )}
    </Panel>
  )
}

/** Where the request has the fields that are named otherwise. */
const places = {
  action: 'onNoResponse.action',
  afterHours: 'onNoResponse.afterMinutes',
  processFor: 'onNoResponse.processFor',
  approveFrom: 'fourEyes.approveFrom',
  acceptFrom: 'fourEyes.acceptFrom',
  personalExports: 'fourEyes.personalExports',
  rules: 'fourEyes.rules',
  payer: 'fourEyes.payer',
  answerHours: 'answerWithinMinutes',
}

const fieldsOf = ({ onNoResponse, fourEyes, ...saved }: Saved) => ({
  action: onNoResponse.action,
  afterHours: String(onNoResponse.afterMinutes / 60),
  processFor: onNoResponse.processFor,
  approveFrom: fourEyes.approveFrom ?? '',
  acceptFrom: fourEyes.acceptFrom ?? '',
  personalExports: fourEyes.personalExports,
  rules: fourEyes.rules,
  payer: fourEyes.payer,
  answerHours: String(saved.answerWithinMinutes / 60),
  dataRequestHours: String(saved.dataRequestHours),
  remindTimes: String(saved.remindTimes),
  addressDiscovery: saved.addressDiscovery,
  checksExpected: saved.checksExpected,
  checksWithinMinutes: String(saved.checksWithinMinutes),
  autoconfirm: saved.autoconfirm,
  autoredirect: saved.autoredirect,
})

const minutes = (hours: string) => Math.round(Number(hours) * 60)

const bodyOf = (saved: Saved, values: ReturnType<typeof fieldsOf>) => ({
  version: saved.version,
  retentionDays: saved.retentionDays,
  onNoResponse: {
    action: values.action,
    afterMinutes: minutes(values.afterHours),
    processFor: values.processFor,
  },
  fourEyes: {
    approveFrom: values.approveFrom || null,
    acceptFrom: values.acceptFrom || null,
    personalExports: values.personalExports,
    rules: values.rules,
    payer: values.payer,
  },
  answerWithinMinutes: minutes(values.answerHours),
  dataRequestHours: Number(values.dataRequestHours),
  remindTimes: Number(values.remindTimes),
  addressDiscovery: values.addressDiscovery,
  checksExpected: values.checksExpected,
  checksWithinMinutes: Number(values.checksWithinMinutes),
  autoconfirm: values.autoconfirm,
  autoredirect: values.autoredirect,
})

function Fields({ did, saved }: { did: string; saved: Saved }) {
  const client = useQueryClient()
  const { allowed, reason } = useCan(api.tx.saveSettings)
  const form = useContractForm(TransferSettingsIn, {
    defaults: fieldsOf(saved),
    places,
    body: (values) => bodyOf(saved, values),
    send: (body) => api.tx.saveSettings({ vaspDID: did, body }),
    invalidates: [api.tx.settings],
    says: 'Settings saved',
    onSuccess: (next) => client.setQueryData(keyOf(api.tx.settings, { vaspDID: did }), next),
  })
  const { values } = form
  const field = (name: keyof typeof values) => ({ ...form.field(name), disabled: !allowed })
  return (
    <ContractForm form={form} className="flex flex-col gap-6">
      <FormNotes form={form} />
      {reason && <Notice>{reason}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="If a counterparty doesn’t respond"
          options={[
            { value: 'WAIT', label: 'Remind, and keep waiting' },
            { value: 'CANCEL', label: 'Cancel the transfer' },
          ]}
          {...field('action')}
        />
        <TextField
          label="After how many hours"
          inputMode="decimal"
          hint="At most 720"
          {...field('afterHours')}
        />
        <ProcessFor
          countries={values.processFor}
          disabled={!allowed}
          error={form.errorOf('processFor')}
          onChange={(countries) => form.set('processFor', countries)}
        />
        <TextField
          label="Two people approve from"
          optional
          inputMode="decimal"
          hint="In your company’s currency. Leave blank if one person is enough."
          {...field('approveFrom')}
        />
        <TextField
          label="Two people accept from"
          optional
          inputMode="decimal"
          hint="In your company’s currency. Leave blank if one person is enough."
          {...field('acceptFrom')}
        />
        <TextField
          label="Hours to answer a transfer"
          inputMode="decimal"
          hint="At most 720. Sooner if your profile promises a faster answer."
          {...field('answerHours')}
        />
        <TextField
          label="Hours to supply requested data"
          inputMode="numeric"
          hint="At most 720"
          {...field('dataRequestHours')}
        />
        <TextField
          label="Daily reminders of one transfer"
          inputMode="numeric"
          hint="At most 30. 0: no reminders."
          {...field('remindTimes')}
        />
        <SelectField
          label="Who learns that an address is yours"
          hint="When a company looks up an address before sending."
          options={[
            { value: 'NONE', label: 'Nobody' },
            { value: 'TRUSTED', label: 'Companies whose transfers you have accepted' },
            { value: 'ALL', label: 'All companies' },
          ]}
          {...field('addressDiscovery')}
        />
        <CheckGroup
          label="Checks added by your systems"
          hint="Rules that need one wait until it arrives."
          disabled={!allowed}
          options={checkKinds.map((value) => ({ value, label: labels[value] }))}
          values={values.checksExpected}
          onChange={(kinds) =>
            form.set(
              'checksExpected',
              checkKinds.filter((kind) => kinds.includes(kind)),
            )
          }
        />
        <TextField
          label="Minutes to wait for checks"
          inputMode="numeric"
          hint="At most 1,440. Then the transfer comes to your inbox."
          {...field('checksWithinMinutes')}
        />
        <Checkbox
          label="Confirm known addresses automatically"
          hint="Only addresses that someone at your company added to the address book."
          {...field('autoconfirm')}
        />
        <Checkbox
          label="Redirect within the group automatically"
          hint="When exactly one other company in your group has the address in its book."
          {...field('autoredirect')}
        />
        <Checkbox
          label="Two people change rules"
          hint="A colleague must activate new rules before they decide."
          {...field('rules')}
        />
        <Checkbox
          label="Two people export personal data"
          hint="A colleague must agree before names are exported."
          {...field('personalExports')}
        />
        <Checkbox
          label="Two people change who pays"
          hint="A colleague must agree before another company pays for this one."
          {...field('payer')}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" pending={form.isPending} disabledReason={reason}>
          Save
        </Button>
      </div>
    </ContractForm>
  )
}
