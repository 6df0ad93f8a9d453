import { type CompliancePhaseData, compliancePhases, type Vasp } from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api, keyOf, useChange, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { useCan } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { NumberField, TextField } from '../ui/form/text-field.tsx'
import { Failure } from '../ui/page/failure.tsx'
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

type FormProps = { did: string; phase: Phase; data: CompliancePhaseData; onDone: () => void }

function ComplianceForm({ did, phase: stated, data, onDone }: FormProps) {
  const [phase, setPhase] = useState<string>(stated)
  const [next, setNext] = useState<string>(data.plannedNextPhase ?? '')
  const [date, setDate] = useState(data.plannedDate ?? '')
  const [minutes, setMinutes] = useState(String(data.responseTimeoutMinutes ?? ''))
  const [selfHosted, setSelfHosted] = useState(data.acceptsSelfHosted ?? false)
  const [note, setNote] = useState(data.note ?? '')
  const client = useQueryClient()
  const save = useChange(
    () => {
      const {
        plannedNextPhase: _,
        plannedDate: __,
        responseTimeoutMinutes: ___,
        note: ____,
        ...rest
      } = data
      const compliancePhaseData = {
        ...rest,
        acceptsSelfHosted: selfHosted,
        ...(isPhase(next) && { plannedNextPhase: next }),
        ...(date && { plannedDate: date }),
        ...(minutes && { responseTimeoutMinutes: Number(minutes) }),
        ...(note.trim() && { note }),
      }
      const compliancePhase = isPhase(phase) ? phase : stated
      return api.settings.updateCompliance({ did, body: { compliancePhase, compliancePhaseData } })
    },
    {
      invalidates: [keyOf(api.vasp.get, { did })],
      says: 'Compliance phase saved',
      onSuccess: (updated) => {
        client.setQueryData(keyOf(api.settings.compliance, { did }), updated)
        onDone()
      },
    },
  )
  return (
    <form
      noValidate
      aria-label="Edit compliance phase"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Panel
        title="Compliance phase"
        footer={
          <>
            <Button onClick={onDone}>Cancel</Button>
            <Button type="submit" variant="primary" pending={save.isPending}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Failure error={save.error} title="Not saved" />
          <SelectField
            label="Today"
            options={phaseOptions}
            value={phase}
            onChange={(event) => setPhase(event.target.value)}
          />
          <SelectField
            label="Planned next"
            optional
            options={[{ value: '', label: 'Nothing planned' }, ...phaseOptions]}
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
          <TextField
            label="Planned from"
            optional
            type="date"
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
          <NumberField
            label="Answers within"
            optional
            suffix="minutes"
            min={1}
            max={43_200}
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
          />
          <Switch
            label="Accepts self-hosted wallets"
            checked={selfHosted}
            onChange={(event) => setSelfHosted(event.target.checked)}
          />
          <TextArea
            label="Note"
            optional
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </Panel>
    </form>
  )
}
