import type { Registry, RegistryFields } from '@countersign/contracts/trust'
import { isLei } from '@countersign/contracts/trust'
import { type FormEvent, useState } from 'react'
import { api, useChange } from '../api/index.ts'
import type { WizardState } from '../browser/index.ts'
import { countryCodes, countryName } from '../jurisdiction/index.ts'
import { differing, RegistryFieldList } from '../registry/index.ts'
import { Button } from '../ui/button.tsx'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { knownFields, take } from './taken.ts'

type Props = { state: WizardState; change: (part: Partial<WizardState>) => void }

/** Asks the register of legal entities by identifier. */
export function GleifPrefill({ state, change, error }: Props & { error: string | undefined }) {
  const lookUp = useChange(
    (LEI: string) => api.registry.searchGleif({ query: { LEI, convertToSimpleVASP: 'true' } }),
    { showsFailure: true },
  )
  const lei = state.lei.trim()
  const wrong = lei.length === 20 && !isLei(lei) ? 'The check digits are wrong' : undefined
  const said = lookUp.data?.lei === lei ? lookUp.data : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLei(lei)) lookUp.mutate(lei)
  }
  return (
    <Panel
      title="Fill in from GLEIF"
      description="The global register of legal entities. Skip this if the company isn’t in it."
    >
      <div className="flex flex-col gap-4">
        <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
          <TextField
            className="min-w-0 flex-1 basis-40"
            label="Legal entity identifier"
            name="lei"
            optional
            mono
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            error={error ?? wrong}
            value={state.lei}
            onChange={(event) => change({ lei: event.target.value.trim().toUpperCase() })}
          />
          <Button
            type="submit"
            className="mt-6"
            pending={lookUp.isPending}
            disabledReason={isLei(lei) ? undefined : 'Enter the 20 characters first'}
          >
            Look up
          </Button>
        </form>
        {lookUp.isPending && <SkeletonLines lines={3} label="Asking GLEIF" />}
        {lookUp.error && <Away error={lookUp.error} />}
        {said?.vasp && (
          <Accept
            key={said.lei}
            registry="GLEIF"
            asked={{ externalId: said.lei, question: said.lei }}
            said={said.vasp}
            title={said.legalName}
            {...{ state, change }}
          />
        )}
      </div>
    </Panel>
  )
}

/** Asks the register of licences by name and country. */
export function VaspnetPrefill({ state, change }: Props) {
  const [name, setName] = useState(state.name)
  const [country, setCountry] = useState('')
  const [entry, setEntry] = useState('')
  const search = useChange(
    (vaspName: string) =>
      api.registry.searchVaspnet({
        query: { vaspName, ...(country && { countryCode: country }) },
      }),
    { showsFailure: true },
  )
  const results = search.data?.vaspResults
  const chosen = results?.find(({ externalId }) => externalId === entry) ?? results?.[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEntry('')
    if (name.trim().length > 1) search.mutate(name.trim())
  }
  return (
    <Panel
      title="Fill in from VASPnet"
      description="A register of licensed virtual asset service providers."
    >
      <div className="flex flex-col gap-4">
        <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
          <TextField
            className="min-w-0 flex-1 basis-40"
            label="Name in the register"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <ComboboxField
            className="flex-1 basis-40"
            label="Country"
            optional
            placeholder="All countries"
            options={countryCodes.map((code) => ({ value: code, label: countryName(code) }))}
            value={country}
            onChange={setCountry}
          />
          <Button
            type="submit"
            className="mt-6"
            pending={search.isPending}
            disabledReason={name.trim().length > 1 ? undefined : 'Enter at least 2 characters'}
          >
            Search
          </Button>
        </form>
        {search.isPending && <SkeletonLines lines={3} label="Asking VASPnet" />}
        {search.error && <Away error={search.error} />}
        {results?.length === 0 && (
          <Notice>No match. Try the legal name, or enter everything yourself.</Notice>
        )}
        {results && results.length > 1 && (
          <SelectField
            label="Entry"
            options={results.map((one) => ({
              value: one.externalId,
              label: `${one.name} (${one.countryCode})`,
            }))}
            value={chosen?.externalId ?? ''}
            onChange={(event) => setEntry(event.target.value)}
          />
        )}
        {chosen && (
          <Accept
            key={chosen.externalId}
            registry="VASPnet"
            asked={{ externalId: chosen.externalId, question: chosen.name }}
            said={chosen.vasp}
            title={`${chosen.name}, ${countryName(chosen.countryCode)}`}
            {...{ state, change }}
          />
        )}
      </div>
    </Panel>
  )
}

type AcceptProps = Props & {
  registry: Registry
  asked: { externalId: string; question: string }
  said: RegistryFields
  title: string
}

/** What a register says, to be accepted field by field; at first what is still missing is chosen. */
function Accept({ registry, asked, said, title, state, change }: AcceptProps) {
  const own = knownFields(state)
  const names = differing(said, own)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(names.filter((name) => own[name] === undefined)),
  )
  const picked = names.filter((name) => chosen.has(name))
  const taken = state.taken.find((one) => one.registry === registry)
  const accept = () => {
    // Where both agree already, the register stands for it as well.
    const agreed = Object.entries(said).filter(([name]) => !names.some((one) => one === name))
    const fields = [...agreed, ...picked.map((name) => [name, said[name]] as const)]
    change(take(state, registry, asked, Object.fromEntries(fields)))
  }
  return (
    <div>
      <p className="mb-1 font-medium wrap-anywhere">{title}</p>
      {names.length === 0 ? (
        <Notice
          tone="success"
          action={
            taken && (
              <Button
                variant="quiet"
                onClick={() => change({ taken: state.taken.filter((one) => one !== taken) })}
              >
                Undo<span className="sr-only"> values from {registry}</span>
              </Button>
            )
          }
        >
          All values from {registry} were applied.
        </Notice>
      ) : (
        <>
          <RegistryFieldList
            {...{ registry, names, own, said, chosen }}
            onToggle={(name) => {
              const next = new Set(chosen)
              if (!next.delete(name)) next.add(name)
              setChosen(next)
            }}
          />
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
            <Button
              disabledReason={picked.length === 0 ? 'Select a field first' : undefined}
              onClick={accept}
            >
              {picked.length > 0
                ? `Apply ${picked.length} ${picked.length === 1 ? 'value' : 'values'}`
                : `Apply values`}
            </Button>
            <Button
              variant="quiet"
              onClick={() => setChosen(picked.length < names.length ? new Set(names) : new Set())}
            >
              {picked.length < names.length ? 'Select all' : 'Clear selection'}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Registers that are away keep nobody from going on. */
const Away = ({ error }: { error: Error }) => (
  <Notice tone="warning" title={wordsOf(error)}>
    You can continue and enter everything yourself.
  </Notice>
)
