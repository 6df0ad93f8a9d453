import { networkChain } from '@countersign/contracts/identity'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { NotForYou } from '../page/index.ts'
import { useViewer } from '../session/index.ts'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { AuditLog } from './log.tsx'

const route = getRouteApi('/signed-in/admin/audit')

/** What was done in the network or in any company, for the internal admin. */
export function AdminAudit() {
  const { isCountersignAdmin } = useViewer()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (!isCountersignAdmin) return <NotForYou />
  const chain = search.company ?? networkChain
  const description = search.company
    ? 'What happened in this company. Your visit is recorded, and its admins can see it.'
    : 'Activity outside any company: operator sign-ins, failed sign-ins and network changes.'
  return (
    <AuditLog
      key={chain}
      chain={chain}
      title="Audit log"
      description={description}
      search={search}
      go={(next, replace) => void navigate({ search: next, replace, resetScroll: !replace })}
    >
      <ChainChoice
        company={search.company}
        onChange={(company) => void navigate({ search: { company } })}
      />
    </AuditLog>
  )
}

type ChoiceProps = { company: string | undefined; onChange: (company: string | undefined) => void }

function ChainChoice({ company, onChange }: ChoiceProps) {
  const [words, setWords] = useState('')
  const query = {
    ...(words.trim() && { q: words.trim() }),
    per_page: 20,
    listingType: 'all' as const,
  }
  const { data } = useOperation(api.vasp.list, { query }, { placeholderData: keepPreviousData })
  const { data: chosen } = useOperation(
    api.public.getVasp,
    { did: company ?? '' },
    { enabled: company !== undefined },
  )
  const found = data?.vasps.filter(({ did }) => did !== company) ?? []
  const options = [
    { value: networkChain, label: 'The network', detail: 'Outside any company' },
    ...(company ? [{ value: company, label: chosen?.name ?? company, detail: company }] : []),
    ...found.map(({ did, name }) => ({ value: did, label: name, detail: did })),
  ]
  return (
    <ComboboxField
      className="mb-4 max-w-sm"
      label="Log of"
      options={options}
      value={company ?? networkChain}
      onSearch={setWords}
      searchPlaceholder="Name or DID"
      onChange={(value) => onChange(value === networkChain ? undefined : value)}
    />
  )
}
