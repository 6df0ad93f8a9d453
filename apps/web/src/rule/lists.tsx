import { CountryList, countryCodes, countryLists } from '@countersign/contracts/transactions'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countryName } from '../jurisdiction/index.ts'
import { Button } from '../ui/button.tsx'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Panel } from '../ui/page/panel.tsx'

const options = [...countryCodes]
  .map((code) => ({ value: code, label: countryName(code), detail: code }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** A name as conditions use it: “High risk” becomes HIGH_RISK. */
const codeOf = (name: string) =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[0-9_]+|_+$/g, '')

/** The company's own lists of countries, which conditions name in place of the countries. */
export function CountryLists({
  lists,
  readOnly,
  onChange,
}: {
  lists: readonly CountryList[]
  readOnly: string | undefined
  onChange: (lists: readonly CountryList[]) => void
}) {
  const [edited, setEdited] = useState<number>()
  return (
    <Panel
      title="Country lists"
      description="Use a list in a condition on countries. Changes apply once you activate them."
      flush
      long
      actions={
        readOnly === undefined && (
          <Button icon={Plus} onClick={() => setEdited(lists.length)}>
            Add list
          </Button>
        )
      }
    >
      <ul className="border-t border-line text-sm">
        {lists.map(({ name, countries }, index) => (
          <li
            key={name}
            className="flex items-start gap-3 border-b border-line px-5 py-3 last:border-b-0"
          >
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-muted">{countries.map(countryName).join(', ')}</p>
            </div>
            {readOnly === undefined && (
              <span className="flex">
                <IconButton
                  icon={Pencil}
                  size="small"
                  label={`Edit list ${name}`}
                  onClick={() => setEdited(index)}
                />
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={`Remove list ${name}`}
                  onClick={() => onChange(lists.toSpliced(index, 1))}
                />
              </span>
            )}
          </li>
        ))}
        {lists.length === 0 && <li className="px-5 py-3 text-muted">No lists yet.</li>}
      </ul>
      {edited !== undefined && (
        <ListEditor
          list={lists[edited]}
          taken={lists.flatMap(({ name }, index) => (index === edited ? [] : [name]))}
          onClose={() => setEdited(undefined)}
          onDone={(list) => onChange(lists.toSpliced(edited, 1, list))}
        />
      )}
    </Panel>
  )
}

function ListEditor({
  list,
  taken,
  onClose,
  onDone,
}: {
  list: CountryList | undefined
  taken: readonly string[]
  onClose: () => void
  onDone: (list: CountryList) => void
}) {
  const [name, setName] = useState(list?.name ?? '')
  const [countries, setCountries] = useState(list?.countries ?? [])
  const read = CountryList.safeParse({ name: codeOf(name), countries }).data
  const isTaken = read && (taken.includes(read.name) || countryLists[read.name] !== undefined)
  return (
    <FormDialog
      title={list ? 'Edit list' : 'New list'}
      submit={list ? 'Change list' : 'Add list'}
      disabledReason={
        isTaken
          ? 'Another list has this name'
          : read
            ? undefined
            : 'Name the list and choose countries'
      }
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => read && onDone(read)}
    >
      <TextField
        label="Name"
        hint={`Conditions use it as ${codeOf(name) || 'HIGH_RISK'}`}
        required
        maxLength={40}
        // Conditions name it.
        disabled={list !== undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <PickManyField
        label="Countries"
        placeholder="Add a country"
        chosenLabel="Countries of the list"
        options={options}
        values={countries}
        onChange={setCountries}
      />
    </FormDialog>
  )
}
