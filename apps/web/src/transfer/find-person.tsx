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
  if (transactions.length === 0) return 'No transfer has exactly this name.'
  if (totalIsLowerBound) return `The newest ${transactions.length} of more:`
  return transactions.length === 1 ? '1 transfer:' : `${transactions.length} transfers:`
}

/** Finds transfers by a customer's name. Name and answer stay in this dialog, and go with it. */
export function FindPerson({ company }: { company: string }) {
  const [name, setName] = useState('')
  const [found, setFound] = useState<Found>()
  const clear = () => {
    setName('')
    setFound(undefined)
  }
  return (
    <FormDialog
      trigger={<Button icon={UserSearch}>Find a person</Button>}
      title="Find a person"
      description="Enter the whole name as it was stated. Nothing is opened; similar names aren’t found. Your search is recorded, the name isn’t."
      submit="Find"
      disabledReason={name.trim() ? undefined : 'Enter a name'}
      onOpenChange={clear}
      onSubmit={async () => {
        setFound(undefined)
        const person = { name: name.trim() }
        setFound(await api.tx.search({ body: { vaspDID: company, person } }))
        return false
      }}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={300}
        value={name}
        onChange={({ target }) => setName(target.value)}
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
