import {
  ComplianceIn,
  type CompliancePhaseData,
  compliancePhases,
  type Vasp,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api, keyOf, useOperation } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { LoadError } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { NumberField, TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'

type Phase = Vasp['compliancePhase']

/** The phases in words: what counterparties may expect. */
const phaseWords: Record<Phase, string> = {
  NOT_STARTED: 'Not started: doesn’t send or answer',
  PREPARING: 'Preparing: answers manually',
  SUNRISE: 'Sunrise: answers, doesn’t send yet',
  ACTIVE: 'Active: sends and answers',
  ENFORCED: 'Enforced: holds transfers until they are accepted',
}

const phaseOptions = compliancePhases.map((value) => ({ value, label: phaseWords[value] }))
const isPhase = (text: string): text is Phase => compliancePhases.some((phase) => phase === text)

/** How far the company has rolled out the Travel Rule, and what it plans; edited in place. */
export function CompliancePanel({ did }: { did: string }) {
  const [editing, setEditing] = useState(false)
  const { reason } = useCan(api.settings.updateCompliance)
  const { data, error, refetch } = useOperation(api.settings.compliance, { did })
  if (data && editing)
    return (
      <ComplianceForm
        did={did}
        phase={data.compliancePhase}
        data={data.compliancePhaseData}
        onDone={() => setEditing(false)}
      />
    )
  const stated = data?.compliancePhaseData
  return (
    <Panel
      title="Compliance phase"
      actions={
        data && (
          <Button icon={Pencil} disabledReason={reason} onClick={() => setEditing(true)}>
            Edit<span className="sr-only"> Compliance phase</span>
          </Button>
        )
      }
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={4} label="Loading compliance phase" />}
      {data && stated && (
        <DescriptionList
          facts={[
            { term: 'Today', value: phaseWords[data.compliancePhase] },
            { term: 'Planned next', value: planOf(stated) },
            {
              term: 'Answers within',
              value: stated.responseTimeoutMinutes && `${stated.responseTimeoutMinutes} minutes`,
            },
            {
              term: 'Self-hosted wallets',
              value: stated.acceptsSelfHosted ? 'Accepted' : undefined,
            },
            { term: 'Note', value: stated.note },
          ]}
          none="Not stated"
        />
      )}
    </Panel>
  )
}

const planOf = ({ plannedNextPhase: next, plannedDate }: CompliancePhaseData) =>
  next && `${phaseWords[next]}${plannedDate ? `, from ${plannedDate}` : ''}`

/** Where the request has the fields that are named otherwise. */
const places = {
  phase: 'compliancePhase',
  next: 'compliancePhaseData.plannedNextPhase',
  date: 'compliancePhaseData.plannedDate',
  minutes: 'compliancePhaseData.responseTimeoutMinutes',
  selfHosted: 'compliancePhaseData.acceptsSelfHosted',
  note: 'compliancePhaseData.note',
}

type FormProps = { did: string; phase: Phase; data: CompliancePhaseData; onDone: () => void }

function ComplianceForm({ did, phase: stated, data, onDone }: FormProps) {
  const client = useQueryClient()
  const form = useContractForm(ComplianceIn, {
    defaults: {
      phase: stated,
      next: data.plannedNextPhase ?? '',
      date: data.plannedDate ?? '',
      minutes: String(data.responseTimeoutMinutes ?? ''),
      selfHosted: data.acceptsSelfHosted ?? false,
      note: data.note ?? '',
    },
    places,
    body: ({ phase, next, date, minutes, selfHosted, note }) => ({
      compliancePhase: phase,
      compliancePhaseData: {
        ...data,
        acceptsSelfHosted: selfHosted,
        plannedNextPhase: isPhase(next) ? next : undefined,
        plannedDate: date || undefined,
        responseTimeoutMinutes: minutes ? Number(minutes) : undefined,
        note: note || undefined,
      },
    }),
    send: (body) => api.settings.updateCompliance({ did, body }),
    invalidates: [keyOf(api.vasp.get, { did })],
    says: 'Compliance phase saved',
    onSuccess: (updated) => {
      client.setQueryData(keyOf(api.settings.compliance, { did }), updated)
      onDone()
    },
  })
  return (
    <ContractForm form={form} aria-label="Edit compliance phase">
      <Panel
        title="Compliance phase"
        footer={
          <>
            <Button onClick={onDone}>Cancel</Button>
            <Button type="submit" variant="primary" pending={form.isPending}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormNotes form={form} />
          <SelectField label="Today" options={phaseOptions} {...form.field('phase')} />
          <SelectField
            label="Planned next"
            optional
            options={[{ value: '', label: 'Nothing planned' }, ...phaseOptions]}
            {...form.field('next')}
          />
          <TextField label="Planned from" optional type="date" {...form.field('date')} />
          <NumberField
            label="Answers within"
            optional
            suffix="minutes"
            min={1}
            max={43_200}
            {...form.field('minutes')}
          />
          <Switch label="Accepts self-hosted wallets" {...form.field('selfHosted')} />
          <TextArea label="Note" optional maxLength={1000} {...form.field('note')} />
        </div>
      </Panel>
    </ContractForm>
  )
}
