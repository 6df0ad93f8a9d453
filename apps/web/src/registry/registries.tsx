import type { GleifRecord, Vasp } from '@countersign/contracts/trust'
import { type FormEvent, useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { Time } from '../ui/value/time.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { RegistryDiff } from './diff.tsx'

/** What registers outside the network say of the company, to be taken over field by field. */
export function Registries({ vasp }: { vasp: Vasp }) {
  return (
    <div id="registers" className="flex flex-col gap-4">
      <Gleif vasp={vasp} />
      <Vaspnet vasp={vasp} />
    </div>
  )
}

function Gleif({ vasp }: { vasp: Vasp }) {
  const [asked, setAsked] = useState(vasp.lei ?? '')
  const [text, setText] = useState(vasp.lei ?? '')
  const record = useOperation(
    api.registry.searchGleif,
    { query: { LEI: asked, convertToSimpleVASP: 'true' } },
    { enabled: asked !== '', retry: false, staleTime: 600_000 },
  )
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const lei = text.trim().toUpperCase()
    if (lei === asked) void record.refetch()
    else setAsked(lei)
  }
  return (
    <Panel title="From GLEIF" description="The global register of legal entities">
      <div className="flex flex-col gap-4">
        <form onSubmit={ask} className="flex items-end gap-2">
          <TextField
            className="min-w-0 flex-1"
            label="Legal entity identifier"
            mono
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" pending={record.isFetching}>
            Look up
          </Button>
        </form>
        {record.error && <Notice tone="warning">{wordsOf(record.error)}</Notice>}
        {record.isLoading && <SkeletonLines lines={3} label="Searching GLEIF" />}
        {record.data?.vasp && !record.error && (
          <RegistryDiff
            key={record.data.lei}
            registry="GLEIF"
            vasp={vasp}
            said={record.data.vasp}
            take={(fields) =>
              api.registry.updateFromGleif({ body: { did: vasp.did, LEI: asked, fields } })
            }
            above={<Standing record={record.data} />}
          />
        )}
      </div>
    </Panel>
  )
}

function Standing({ record }: { record: GleifRecord }) {
  const { entityStatus, registrationStatus, nextRenewalDate } = record
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={entityStatus === 'ACTIVE' ? 'success' : 'warning'}>
        Entity {entityStatus.toLowerCase()}
      </Badge>
      <Badge tone={registrationStatus === 'ISSUED' ? 'success' : 'warning'}>
        LEI {registrationStatus.toLowerCase().replaceAll('_', ' ')}
      </Badge>
      {nextRenewalDate && (
        <span className="text-muted">
          Renewal <Time value={nextRenewalDate} format="day" />
        </span>
      )}
    </div>
  )
}

function Vaspnet({ vasp }: { vasp: Vasp }) {
  const [text, setText] = useState(vasp.name)
  const [asked, setAsked] = useState(vasp.name)
  const [entry, setEntry] = useState('')
  const found = useOperation(
    api.registry.searchVaspnet,
    { query: { vaspName: asked } },
    { retry: false, staleTime: 600_000 },
  )
  const results = found.data?.vaspResults ?? []
  const chosen = results.find(({ externalId }) => externalId === entry) ?? results[0]
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setEntry('')
    if (text.trim() === asked) void found.refetch()
    else setAsked(text.trim())
  }
  return (
    <Panel
      title="From VASPnet"
      description="A register of licensed virtual asset service providers"
    >
      <div className="flex flex-col gap-4">
        <form onSubmit={ask} className="flex items-end gap-2">
          <TextField
            className="min-w-0 flex-1"
            label="Name in the register"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" pending={found.isFetching}>
            Search
          </Button>
        </form>
        {found.error && <Notice tone="warning">{wordsOf(found.error)}</Notice>}
        {found.isLoading && <SkeletonLines lines={3} label="Searching VASPnet" />}
        {found.data && results.length === 0 && (
          <Notice>No match. Try the legal name, or enter your licence yourself.</Notice>
        )}
        {results.length > 1 && (
          <SelectField
            label="Entry"
            options={results.map(({ externalId, name, countryCode }) => ({
              value: externalId,
              label: `${name} (${countryCode})`,
            }))}
            value={chosen?.externalId ?? ''}
            onChange={(event) => setEntry(event.target.value)}
          />
        )}
        {chosen && !found.error && (
          <RegistryDiff
            key={chosen.externalId}
            registry="VASPnet"
            vasp={vasp}
            said={chosen.vasp}
            take={(fields) =>
              api.registry.updateFromVaspnet({
                body: { did: vasp.did, externalId: chosen.externalId, vaspName: asked, fields },
              })
            }
            above={
              chosen.licenceNumber && (
                <p className="text-sm text-muted">
                  {chosen.regulator ?? 'Licence'},{' '}
                  <span className="font-mono">{chosen.licenceNumber}</span>
                  {chosen.asOf && `, as of ${chosen.asOf}`}
                </p>
              )
            }
          />
        )}
      </div>
    </Panel>
  )
}

/** The server's sentence without its code: registers that are away are no error of the page. */
