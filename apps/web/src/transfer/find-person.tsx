import type { Transaction } from '@countersign/contracts/transactions'
import { Link } from '@tanstack/react-router'
import { UserSearch } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'
import { amountWords, counterpartyWords, StatusBadge } from './words.tsx'

interface Found {
  transactions: readonly Transaction[]
  totalIsLowerBound: boolean
}

const countWords = ({ transactions, totalIsLowerBound }: Found): string => {
  if (transactions.length === 0) return 'No transfer has exactly this.'
  if (totalIsLowerBound) return `The newest ${transactions.length} of more:`
  return transactions.length === 1 ? '1 transfer:' : `${transactions.length} transfers:`
}

const nothing = { name: '', dateOfBirth: '', document: '' }

/** Finds transfers by a customer's name, birth date or document. All of it stays in this dialog, and goes with it. */
export function FindPerson({ company }: { company: string }) {
  const [texts, setTexts] = useState(nothing)
  const [found, setFound] = useState<Found>()
  const clear = () => {
    setTexts(nothing)
    setFound(undefined)
  }
  const given = Object.entries(texts).flatMap(([field, text]) => {
    const value = text.trim()
    return value ? [[field, value]] : []
  })
  const text = (field: keyof typeof nothing) => ({
    autoComplete: 'off',
    value: texts[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setTexts({ ...texts, [field]: target.value }),
  })
  return (
    <FormDialog
      trigger={<Button icon={UserSearch}>Find a person</Button>}
      title="Find a person"
      description="Enter full details as stated: similar names aren’t matched. If you enter several, a transfer must match them all. Nothing is opened. Your search is recorded; what you search for isn’t."
      submit="Find"
      disabledReason={given.length > 0 ? undefined : 'Enter a name, date or document number'}
      onOpenChange={clear}
      onSubmit={async () => {
        setFound(undefined)
        const person = Object.fromEntries(given)
        setFound(await api.tx.search({ body: { vaspDID: company, person } }))
        return false
      }}
    >
      <TextField label="Name" optional maxLength={300} {...text('name')} />
      <TextField label="Date of birth" optional type="date" {...text('dateOfBirth')} />
      <TextField
        label="Document or customer number"
        optional
        maxLength={100}
        {...text('document')}
      />
      <div role="status" className="text-sm">
        {found && countWords(found)}
      </div>
      {found && found.transactions.length > 0 && (
        <ul className="max-h-80 divide-y divide-line overflow-y-auto text-sm">
          {found.transactions.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2"
            >
              <span className="min-w-0">
                <Link to="/transactions/$id" params={{ id: row.id }} className={linkClass}>
                  {amountWords(row)}
                </Link>{' '}
                <span className="text-muted">
                  {counterpartyWords(row)}, <Time value={row.createdAt} />
                </span>
              </span>
              <StatusBadge transfer={row} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
