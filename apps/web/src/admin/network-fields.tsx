import {
  type AdministeredVasp,
  deregistered,
  type NetworkUpdate,
  regulatoryStatuses,
  StatementIn,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { api, keyOf, operationQuery, refresh } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/page/panel.tsx'

type Draft = {
  regulatoryStatus: string
  isActiveReceiver: boolean
  isNotifiable: boolean
  protocols: string
  emailDomains: string
}

const labels: Record<keyof Draft, string> = {
  regulatoryStatus: 'Regulatory status',
  isActiveReceiver: 'Receives transfers',
  isNotifiable: 'Can be notified',
  protocols: 'Protocols',
  emailDomains: 'Email domains',
}

const draftOf = ({ vasp, emailDomains }: AdministeredVasp): Draft => ({
  regulatoryStatus: vasp.regulatoryStatus ?? '',
  isActiveReceiver: vasp.isActiveReceiver,
  isNotifiable: vasp.isNotifiable,
  protocols: vasp.protocols.join(', '),
  emailDomains: emailDomains.join(', '),
})

const listOf = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

function updateOf(draft: Draft, changed: readonly (keyof Draft)[]): NetworkUpdate {
  const status = regulatoryStatuses.find((one) => one === draft.regulatoryStatus) ?? null
  const all: Required<NetworkUpdate> = {
    regulatoryStatus: status,
    isActiveReceiver: draft.isActiveReceiver,
    isNotifiable: draft.isNotifiable,
    protocols: listOf(draft.protocols),
    emailDomains: listOf(draft.emailDomains).map((domain) => domain.toLowerCase()),
  }
  return Object.fromEntries(changed.map((name) => [name, all[name]]))
}

const shown = (value: string | boolean) =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || 'nothing'

const places = Object.fromEntries(
  (Object.keys(labels) as (keyof Draft)[]).map((name) => [name, `fields.${name}`]),
) as Readonly<Record<keyof Draft, string>>

/** Network-stated fields of a company, with a look at the difference before it is saved. */
export function NetworkFields({ company }: { company: AdministeredVasp }) {
  const { did } = company.vasp
  const before = draftOf(company)
  const client = useQueryClient()
  const names = Object.keys(labels) as (keyof Draft)[]
  const changedIn = (draft: Draft) => names.filter((name) => draft[name] !== before[name])
  const losesIn = ({ regulatoryStatus }: Draft) =>
    regulatoryStatus !== before.regulatoryStatus && deregistered.includes(regulatoryStatus)
  const form = useContractForm(StatementIn, {
    defaults: { ...before, reason: '' },
    body: ({ reason, ...draft }) => ({
      fields: updateOf(draft, changedIn(draft)),
      reason: (losesIn(draft) && reason) || undefined,
    }),
    places,
    send: (body) => api.administration.update({ did, body }),
    says: 'Saved',
    onSuccess: async () => {
      await client.fetchQuery(operationQuery(api.administration.get, { did }, { staleTime: 0 }))
      const stale = [api.verification.get, api.vasp.get, api.vasp.profile]
      void refresh(client, ...stale.map((call) => keyOf<{ did: string }, unknown>(call, { did })))
    },
  })
  const draft = form.values
  const changed = changedIn(draft)
  const loses = losesIn(draft)
  return (
    <ContractForm form={form} aria-label="Network-stated fields">
      <Panel
        title="Network-stated fields"
        footer={
          <>
            <Button onClick={form.reset}>Reset</Button>
            <Button
              type="submit"
              variant="primary"
              pending={form.isPending}
              disabledReason={changed.length === 0 ? 'No changes to save' : undefined}
            >
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormNotes form={form} />
          <SelectField
            label={labels.regulatoryStatus}
            options={[
              { value: '', label: 'Unknown' },
              ...regulatoryStatuses.map((value) => ({ value, label: value })),
            ]}
            {...form.field('regulatoryStatus')}
          />
          {loses && (
            <TextField
              label="Reason"
              optional
              hint="Companies that trust it see this and are asked to re-review it."
              maxLength={500}
              {...form.field('reason')}
            />
          )}
          <Switch
            label={labels.isActiveReceiver}
            hint="Gives the In-Network badge"
            {...form.field('isActiveReceiver')}
          />
          <Switch
            label={labels.isNotifiable}
            hint="It can receive messages"
            {...form.field('isNotifiable')}
          />
          <TextField
            label={labels.protocols}
            optional
            hint="Separated by commas"
            {...form.field('protocols')}
          />
          <TextField
            label={labels.emailDomains}
            optional
            hint="Anyone with a verified address there can ask to join. Separated by commas."
            {...form.field('emailDomains')}
          />
          {changed.length > 0 && (
            <section aria-label="Changes" className="rounded-panel bg-bg px-4 py-3 text-sm">
              <p className="font-medium">Changes</p>
              <ul className="mt-1 flex flex-col gap-1">
                {changed.map((name) => (
                  <li key={name} className="wrap-anywhere">
                    <span className="text-muted">{labels[name]}:</span>{' '}
                    <del className="text-danger">{shown(before[name])}</del>{' '}
                    <span aria-hidden>→</span>{' '}
                    <ins className="text-success no-underline">{shown(draft[name])}</ins>
                  </li>
                ))}
              </ul>
              {changed.includes('regulatoryStatus') &&
                company.vasp.verificationStatus === 'VERIFIED' && (
                  <p className="mt-2 text-warning">This ends the company’s verification.</p>
                )}
            </section>
          )}
        </div>
      </Panel>
    </ContractForm>
  )
}
