import { useState } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { msg, t } from '../../ui/language.ts'

const hour = 3_600_000
const longestMs = 14 * 24 * hour
const periods = [
  ['5h', msg('The last 5 hours'), 5 * hour],
  ['1d', msg('The last 24 hours'), 24 * hour],
  ['7d', msg('The last week'), 168 * hour],
  ['14d', msg('The last two weeks'), longestMs],
  ['custom', msg('Since a time you choose'), 0],
] as const
type Period = (typeof periods)[number][0]

/** A time of the last two weeks since when messages are sent again, and the fields that ask for it. */
export function usePeriod() {
  const [now] = useState(() => Date.now())
  const [period, setPeriod] = useState<Period>('5h')
  const [custom, setCustom] = useState('')
  const ms = periods.find(([value]) => value === period)?.[2] ?? 0
  const from = period === 'custom' ? Date.parse(custom) : now - ms
  const problem = problemOf(from, now)
  return {
    /** Empty while there is a problem. */
    since: problem ? '' : new Date(from).toISOString(),
    problem,
    fields: (
      <>
        <SelectField
          label={t('Messages of')}
          options={periods.map(([value, label]) => ({ value, label: t(label) }))}
          value={period}
          onChange={({ target }) =>
            setPeriod(periods.find(([value]) => value === target.value)?.[0] ?? '5h')
          }
        />
        {period === 'custom' && (
          <TextField
            type="datetime-local"
            label={t('Since')}
            hint={t('At most 14 days ago.')}
            value={custom}
            error={custom ? problem : undefined}
            onChange={({ target }) => setCustom(target.value)}
          />
        )}
      </>
    ),
  }
}

function problemOf(from: number, now: number): string | undefined {
  if (Number.isNaN(from)) return t('Enter a date and time')
  if (from > now) return t('Enter a time in the past')
  return now - from > longestMs + 60_000 ? t('Enter a time in the last 14 days') : undefined
}
