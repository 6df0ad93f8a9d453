import {
  listChecks,
  listOperators,
  listValues,
  numberOperators,
  type RuleCheck,
  RuleCondition,
  ruleChecks,
} from '@countersign/contracts/transactions'
import { Trash2 } from 'lucide-react'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { checkWords, operatorWords, valueWord } from './words.ts'

/** A condition while it is typed: every part as text. */
export type TypedCondition = {
  readonly key: number
  readonly check: RuleCheck
  readonly operator: string
  readonly value: string
  readonly currency: string
  readonly hours: string
}

const isList = (check: RuleCheck) => listChecks.some((one) => one === check)

/** A condition as its fields show it. */
export function typed(condition: RuleCondition, key: number, currency: string): TypedCondition {
  const empty = { key, check: condition.check, operator: '', value: '', currency, hours: '24' }
  if (condition.check === 'ALL') return empty
  const common = { ...empty, operator: condition.operator }
  if ('values' in condition) return { ...common, value: condition.values.join(', ') }
  if ('minutes' in condition) return { ...common, value: String(condition.minutes) }
  return {
    ...common,
    value: condition.amount,
    currency: condition.currency,
    ...('hours' in condition && { hours: String(condition.hours) }),
  }
}

/** What the fields say; undefined where something is missing. */
export function readTyped(one: TypedCondition): RuleCondition | undefined {
  const { check, operator, value, currency } = one
  const words = value.split(',').map((word) => word.trim())
  const parts = isList(check)
    ? { values: words.filter(Boolean) }
    : check === 'TRANSACTION_CREATION_TIME'
      ? { minutes: Number(value) }
      : {
          amount: value.trim(),
          currency: currency.trim().toUpperCase(),
          ...(check === 'SUM_WINDOW' && { hours: Number(one.hours) }),
        }
  return RuleCondition.safeParse(check === 'ALL' ? { check } : { check, operator, ...parts }).data
}

/** The fields of one condition. */
export function ConditionFields({
  condition,
  onChange,
  onRemove,
}: {
  condition: TypedCondition
  onChange: (changes: Partial<TypedCondition>) => void
  onRemove: (() => void) | undefined
}) {
  const { check, operator, value, currency, hours } = condition
  const known = listChecks.find((one) => one === check)
  const choices = known && listValues[known]
  const operators = known ? listOperators : numberOperators
  const isAmount = check === 'TRANSACTION_AMOUNT' || check === 'SUM_WINDOW'
  return (
    <fieldset className="flex flex-wrap items-end gap-2">
      <legend className="sr-only">Condition</legend>
      <SelectField
        label="If"
        value={check}
        options={ruleChecks.map((one) => ({ value: one, label: checkWords[one] }))}
        onChange={({ target }) => {
          const next = ruleChecks.find((one) => one === target.value) ?? 'ALL'
          onChange({ check: next, operator: isList(next) ? 'IN' : '>=', value: '' })
        }}
      />
      {check !== 'ALL' && (
        <SelectField
          label="Comparison"
          value={operator}
          options={operators.map((one) => ({ value: one, label: operatorWords[one] }))}
          onChange={({ target }) => onChange({ operator: target.value })}
        />
      )}
      {choices && (
        <SelectField
          label="Value"
          value={value}
          placeholder="Choose"
          options={[
            ...choices.map((one) => ({ value: one, label: valueWord(check, one) })),
            ...(value.includes(',') ? [{ value, label: value }] : []),
          ]}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      {check !== 'ALL' && !choices && (
        <TextField
          label={isAmount ? 'Amount' : known ? 'Values, with commas' : 'Minutes'}
          value={value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      {isAmount && (
        <TextField
          label="Currency"
          className="w-20"
          value={currency}
          maxLength={3}
          onChange={({ target }) => onChange({ currency: target.value })}
        />
      )}
      {check === 'SUM_WINDOW' && (
        <TextField
          label="Hours"
          className="w-20"
          value={hours}
          maxLength={2}
          onChange={({ target }) => onChange({ hours: target.value })}
        />
      )}
      {onRemove && <IconButton icon={Trash2} label="Remove condition" onClick={onRemove} />}
    </fieldset>
  )
}
