import {
  checkKinds,
  conditionLimit,
  ReasonCode,
  type RuleDirection,
  reasons,
  ruleActions,
} from '@countersign/contracts/transactions'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { ConditionFields, readTyped, type TypedCondition, typed } from './condition-fields.tsx'
import { Sentence } from './sentence.tsx'
import { actionWords, type DraftRule, reasonsOf } from './words.ts'

/** Edits one rule, with the sentence that it makes. */
export function RuleEditor({
  rule,
  direction,
  currency,
  lists,
  isNew,
  onDone,
  onClose,
}: {
  rule: DraftRule
  direction: RuleDirection
  currency: string
  lists: readonly string[]
  isNew: boolean
  onDone: (rule: DraftRule) => void
  onClose: () => void
}) {
  const [name, setName] = useState(rule.name ?? '')
  const [action, setAction] = useState(rule.actionRule)
  const [reason, setReason] = useState(rule.reason)
  const [source, setSource] = useState(rule.source ?? '')
  const [conditions, setConditions] = useState<readonly TypedCondition[]>(() =>
    rule.conditions.map((one, key) => typed(one, key, currency)),
  )
  const read = conditions.flatMap((one) => readTyped(one) ?? [])
  const asksProvider = read.some(({ check }) => checkKinds.some((kind) => kind === check))
  const missing = read.length < conditions.length ? 'Complete every condition' : undefined
  const choices = reasonsOf(direction, action)
  const change = (key: number, changes: Partial<TypedCondition>) =>
    setConditions(conditions.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const add = () =>
    setConditions([
      ...conditions,
      {
        key: Math.max(...conditions.map(({ key }) => key)) + 1,
        check: 'REVIEWED_VASP_LIST',
        operator: 'IN',
        value: '',
        currency,
        hours: '24',
        by: 'COUNTERPARTY',
        group: 'NO',
      },
    ])
  return (
    <FormDialog
      title={isNew ? 'New rule' : 'Edit rule'}
      description="All conditions must match. The first rule that matches decides."
      submit={isNew ? 'Add rule' : 'Change rule'}
      disabledReason={missing}
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => {
        const fits = choices.find((one) => one === reason)
        const { id, enabled, note, until } = rule
        onDone({
          id,
          enabled,
          ...(note && { note }),
          ...(until && { until }),
          ...(asksProvider && source.trim() && { source: source.trim() }),
          actionRule: action,
          conditions: read,
          ...(name.trim() && { name: name.trim() }),
          ...(fits && { reason: fits }),
        })
      }}
    >
      <TextField
        label="Name"
        optional
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="Action"
        value={action}
        options={ruleActions
          .filter((one) => direction === 'incoming' || one !== 'NOT_READY')
          .map((value) => ({ value, label: actionWords[direction][value] }))}
        onChange={({ target }) =>
          setAction(ruleActions.find((one) => one === target.value) ?? action)
        }
      />
      {choices.length > 0 && (
        <SelectField
          label="Reason the counterparty sees"
          value={reason ?? 'RULE'}
          options={[
            { value: 'RULE', label: reasons.RULE.label },
            ...choices.map((value) => ({ value, label: reasons[value].label })),
          ]}
          onChange={({ target }) => setReason(ReasonCode.safeParse(target.value).data)}
        />
      )}
      {conditions.map((one) => (
        <ConditionFields
          key={one.key}
          condition={one}
          lists={lists}
          onChange={(changes) => change(one.key, changes)}
          onRemove={
            conditions.length > 1
              ? () => setConditions(conditions.filter(({ key }) => key !== one.key))
              : undefined
          }
        />
      ))}
      {asksProvider && (
        <TextField
          label="Provider of the check"
          optional
          maxLength={80}
          hint="The name your systems use. Leave blank for any."
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
      )}
      {conditions.length < conditionLimit && (
        <div>
          <Button icon={Plus} onClick={add}>
            Add condition
          </Button>
        </div>
      )}
      <p className="rounded-panel bg-neutral-soft px-3.5 py-2.5 text-sm" aria-live="polite">
        <Sentence
          rule={{ actionRule: action, conditions: read, source: source.trim() || undefined }}
          direction={direction}
        />
      </p>
    </FormDialog>
  )
}
