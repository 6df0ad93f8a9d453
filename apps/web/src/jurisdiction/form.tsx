import {
  changedFacts,
  type Jurisdiction,
  type JurisdictionFacts,
  JurisdictionIn,
  jurisdictionStatuses,
  jurisdictionStatusLabels,
  NewJurisdiction,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { Button } from '../ui/button.tsx'
import { PickManyField } from '../ui/form/pick-many-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
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
  const [opened] = useState(() => {
    const start = proposed ?? rule
    return { id: '', ...(start ? draftOf(start) : emptyDraft) }
  })
  const [clash, setClash] = useState<Clash>()
  const client = useQueryClient()
  const bodyOf = ({ id, ...draft }: typeof opened) =>
    base
      ? { ...factsOf(draft), version: base.version }
      : { ...factsOf(draft), id: id.toUpperCase() }
  const form = useContractForm(base ? JurisdictionIn : NewJurisdiction, {
    defaults: opened,
    places: { currency: 'tiers' },
    body: bodyOf,
    send: (body) =>
      'version' in body
        ? api.jurisdiction.update({ jurisdictionId: base?.id ?? '', body })
        : api.jurisdiction.create({ body }),
    onSuccess: (fresh) => onSaved(fresh, base),
    onConflict: async (failure) => {
      toasts.error(failure)
      if (base) await look(base)
    },
  })
  const { id: _, ...draft } = form.values
  const set = (part: Partial<Draft>) => {
    for (const name of Object.keys(part) as (keyof Draft)[]) form.set(name, part[name])
  }
  const look = async (before: Jurisdiction) => {
    const { jurisdictions } = await client.fetchQuery({ ...jurisdictionsQuery, staleTime: 0 })
    const theirs = jurisdictions.find((one) => one.id === before.id)
    if (!theirs || theirs.version === before.version) return
    const { changes } = await api.jurisdiction.history({ jurisdictionId: before.id })
    const { merged, clashes } = rebase(before, factsOf(draft), theirs)
    setBase(theirs)
    set(draftOf(merged))
    setClash({ names: clashes, theirs, last: changes[0] })
  }
  const line = (name: 'name' | 'since' | 'selfHosted' | 'source' | 'sourceUrl' | 'verifiedAt') => ({
    label: factLabels[name],
    ...form.field(name),
  })
  const same = base && changedFacts(base, factsOf(draft)).length === 0
  return (
    <ContractForm
      form={form}
      aria-label={base ? `Rule for ${base.name}` : 'New jurisdiction'}
      className="flex flex-col gap-4"
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
      <FormNotes form={form} />
      {!base && (
        <TextField
          label="ID"
          mono
          maxLength={20}
          hint="The country code, or a short name for several countries. It can’t be changed later."
          {...form.field('id')}
        />
      )}
      <TextField {...line('name')} maxLength={120} />
      <PickManyField
        label={factLabels.countries}
        optional
        hint="A country can be in only one jurisdiction."
        error={form.errorOf('countries')}
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
          {...form.field('status')}
        />
        <TextField {...line('since')} optional maxLength={200} />
      </div>
      <TextField
        label="Currency"
        optional={draft.tiers.length === 0}
        mono
        maxLength={3}
        className="max-w-28"
        {...form.field('currency')}
      />
      <JurisdictionTiers
        tiers={draft.tiers}
        error={form.errorOf('tiers')}
        onChange={(tiers) => set({ tiers })}
      />
      <TextField {...line('selfHosted')} optional maxLength={300} />
      <TextArea label={factLabels.note} optional maxLength={1000} {...form.field('note')} />
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
            {...form.field('confidence')}
          />
        </div>
      </fieldset>
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          disabledReason={same ? 'No changes to save' : undefined}
        >
          {base ? 'Save' : 'Add jurisdiction'}
        </Button>
      </div>
    </ContractForm>
  )
}
