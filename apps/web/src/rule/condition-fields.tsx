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
  /** Of whom transfers are summed. */
  readonly by: string
  /** Whether subsidiaries count as the companies. */
  readonly group: 'YES' | 'NO'
}

const isList = (check: RuleCheck) => listChecks.some((one) => one === check)

/** A condition as its fields show it. */
export function typed(condition: RuleCondition, key: number, currency: string): TypedCondition {
  const empty = {
    key,
    check: condition.check,
    operator: '',
    value: '',
    currency,
    hours: '24',
    by: 'COUNTERPARTY',
    group: 'NO' as const,
  }
  if (condition.check === 'ALL') return empty
  const common = { ...empty, operator: condition.operator }
  if ('values' in condition)
    return {
      ...common,
      value: condition.values.join(', '),
      group: 'group' in condition ? 'YES' : 'NO',
    }
  if ('minutes' in condition) return { ...common, value: String(condition.minutes) }
  if (condition.check === 'RESPONSE_TIME') return { ...common, value: String(condition.hours) }
  return {
    ...common,
    value: condition.amount,
    currency: condition.currency,
    ...('hours' in condition && { hours: String(condition.hours), by: condition.by ?? empty.by }),
  }
}

/** What the fields say; undefined where something is missing. */
export function readTyped(one: TypedCondition): RuleCondition | undefined {
  const { check, operator, value, currency } = one
  const words = value.split(',').map((word) => word.trim())
  const parts = isList(check)
    ? {
        values: words.filter(Boolean),
        ...(check === 'VASP' && one.group === 'YES' && { group: true }),
      }
    : check === 'TRANSACTION_CREATION_TIME'
      ? { minutes: Number(value) }
      : check === 'RESPONSE_TIME'
        ? { hours: Number(value) }
        : {
            amount: value.trim(),
            currency: currency.trim().toUpperCase(),
            ...(check === 'SUM_WINDOW' && {
              hours: Number(one.hours),
              ...(one.by === 'CUSTOMER' && { by: one.by }),
            }),
          }
  return RuleCondition.safeParse(check === 'ALL' ? { check } : { check, operator, ...parts }).data
}

/** The fields of one condition. */
export function ConditionFields({
  condition,
  lists,
  onChange,
  onRemove,
}: {
  condition: TypedCondition
  /** Lists of countries that a condition can name. */
  lists: readonly string[]
  onChange: (changes: Partial<TypedCondition>) => void
  onRemove: (() => void) | undefined
}) {
  const { check, operator, value, currency, hours, by, group } = condition
  const known = listChecks.find((one) => one === check)
  const choices = known && listValues[known]
  const operators = known ? listOperators : numberOperators
  const units = check === 'RESPONSE_TIME' ? 'Hours' : 'Minutes'
  const isCountry = check === 'JURISDICTION' || check === 'CUSTOMER_COUNTRY'
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
          label={isAmount ? 'Amount' : known ? 'Values, separated by commas' : units}
          hint={isCountry ? `Country codes or lists: ${lists.join(', ')}` : undefined}
          value={value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      )}
      {check === 'VASP' && (
        <SelectField
          label="Subsidiaries"
          value={group}
          options={[
            { value: 'NO', label: 'don’t count' },
            { value: 'YES', label: 'count too' },
          ]}
          onChange={({ target }) => onChange({ group: target.value === 'YES' ? 'YES' : 'NO' })}
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
        <SelectField
          label="With the same"
          value={by}
          options={[
            { value: 'COUNTERPARTY', label: 'counterparty' },
            { value: 'CUSTOMER', label: 'customer' },
          ]}
          onChange={({ target }) => onChange({ by: target.value })}
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
