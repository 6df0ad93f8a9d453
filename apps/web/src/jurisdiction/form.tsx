import {
  changedFacts,
  type Jurisdiction,
  type JurisdictionFacts,
  jurisdictionStatuses,
  jurisdictionStatusLabels,
} from '@countersign/contracts/trust'
import { ApiError } from '@countersign/kit/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refusedFields, useChange } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { Failure } from '../ui/page/failure.tsx'
import { allCountries } from './all-countries.ts'
import { type Clash, JurisdictionClash } from './clash.tsx'
import { type Draft, draftOf, emptyDraft, factsOf, rebase } from './draft.ts'
import { JurisdictionTiers } from './tiers.tsx'
import { confidenceLabels, factLabels, jurisdictionsQuery } from './words.tsx'

/** Props of {@link JurisdictionForm}. */
export interface JurisdictionFormProps {
  /** Nothing for one that is to be added. */
  rule: Jurisdiction | undefined
  /** Initial values that replace the current ones. */
  proposed?: JurisdictionFacts | undefined
  onSaved: (fresh: Jurisdiction, before: Jurisdiction | undefined) => void
  onCancel: () => void
}

/** What is stated of a jurisdiction. Another admin's change meanwhile is shown, not overwritten. */
export function JurisdictionForm({ rule, proposed, onSaved, onCancel }: JurisdictionFormProps) {
  // Stays as it was opened, whatever the list behind is renewed with.
  const [base, setBase] = useState(rule)
  const start = proposed ?? rule
  const [draft, setDraft] = useState<Draft>(start ? draftOf(start) : emptyDraft)
  const [id, setId] = useState('')
  const [clash, setClash] = useState<Clash>()
  const client = useQueryClient()
  const save = useChange(
    () => {
      const facts = factsOf(draft)
      return base
        ? api.jurisdiction.update({
            jurisdictionId: base.id,
            body: { ...facts, version: base.version },
          })
        : api.jurisdiction.create({ body: { ...facts, id: id.trim().toUpperCase() } })
    },
    {
      onSuccess: (fresh) => onSaved(fresh, base),
      onError: async (failure) => {
        toasts.error(failure)
        if (base && failure instanceof ApiError && failure.status === 409) await look(base)
      },
    },
  )
  const look = async (before: Jurisdiction) => {
    const { jurisdictions } = await client.fetchQuery({ ...jurisdictionsQuery, staleTime: 0 })
    const theirs = jurisdictions.find((one) => one.id === before.id)
    if (!theirs || theirs.version === before.version) return
    const { changes } = await api.jurisdiction.history({ jurisdictionId: before.id })
    const { merged, clashes } = rebase(before, factsOf(draft), theirs)
    setBase(theirs)
    setDraft(draftOf(merged))
    setClash({ names: clashes, theirs, last: changes[0] })
    save.reset()
  }
  const wrong = refusedFields(save.error, 1)
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const line = (name: 'name' | 'since' | 'selfHosted' | 'source' | 'sourceUrl' | 'verifiedAt') => ({
    label: factLabels[name],
    value: draft[name],
    error: wrong[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const same = base && changedFacts(base, factsOf(draft)).length === 0
  return (
    <form
      noValidate
      aria-label={base ? `Rule for ${base.name}` : 'New jurisdiction'}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!same && !save.isPending) save.mutate()
      }}
    >
      {clash && (
        <JurisdictionClash
          clash={clash}
          mine={factsOf(draft)}
          onTake={(name) => {
            const theirs = draftOf(clash.theirs)
            set({ [name]: theirs[name], ...(name === 'tiers' && { currency: theirs.currency }) })
            setClash({ ...clash, names: clash.names.filter((one) => one !== name) })
          }}
        />
      )}
      <Failure error={save.error} title="Not saved" />
      {!base && (
        <TextField
          label="ID"
          mono
          maxLength={20}
          hint="The country code, or a short name for several countries. It can’t be changed later."
          error={wrong.id}
          value={id}
          onChange={({ target }) => setId(target.value)}
        />
      )}
      <TextField {...line('name')} maxLength={120} />
      <PickManyField
        label={factLabels.countries}
        optional
        hint="A country can be in only one jurisdiction."
        error={wrong.countries}
        chosenLabel="Selected countries"
        options={allCountries()}
        placeholder="Add a country"
        values={draft.countries}
        onChange={(countries) => set({ countries })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={factLabels.status}
          options={jurisdictionStatuses.map((value) => ({
            value,
            label: jurisdictionStatusLabels[value],
          }))}
          value={draft.status}
          onChange={({ target }) =>
            set({
              status: jurisdictionStatuses.find((one) => one === target.value) ?? draft.status,
            })
          }
        />
        <TextField {...line('since')} optional maxLength={200} />
      </div>
      <TextField
        label="Currency"
        optional={draft.tiers.length === 0}
        mono
        maxLength={3}
        className="max-w-28"
        value={draft.currency}
        onChange={({ target }) => set({ currency: target.value })}
      />
      <JurisdictionTiers
        tiers={draft.tiers}
        error={wrong.tiers}
        onChange={(tiers) => set({ tiers })}
      />
      <TextField {...line('selfHosted')} optional maxLength={300} />
      <TextArea
        label={factLabels.note}
        optional
        maxLength={1000}
        error={wrong.note}
        value={draft.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <fieldset className="flex flex-col gap-4 rounded-panel border border-line p-4">
        <legend className="px-1 text-sm font-semibold">Source</legend>
        <TextField
          {...line('source')}
          maxLength={300}
          hint="The name of the law, rule or notice."
        />
        <TextField {...line('sourceUrl')} optional type="url" mono placeholder="https://" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...line('verifiedAt')} type="date" />
          <SelectField
            label={factLabels.confidence}
            options={Object.entries(confidenceLabels).map(([value, label]) => ({ value, label }))}
            value={draft.confidence}
            onChange={({ target }) =>
              set({
                confidence:
                  (['high', 'medium', 'low'] as const).find((one) => one === target.value) ??
                  draft.confidence,
              })
            }
          />
        </div>
      </fieldset>
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          disabledReason={same ? 'No changes to save' : undefined}
        >
          {base ? 'Save' : 'Add jurisdiction'}
        </Button>
      </div>
    </form>
  )
}
