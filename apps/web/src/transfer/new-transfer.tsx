import type { SimulatedAnswer } from '@countersign/contracts/transactions'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { api, refusedFields, useChange, useOperation } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { PartyFields } from '../party/index.ts'
import {
  endDraft,
  keepDrafts,
  useCan,
  useCompany,
  useDraft,
  useReadOnly,
} from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { DraftOffer } from '../ui/form/draft-offer.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { wordsOf } from '../ui/value/words-of.ts'
import { assets, bodyOf, emptyDraft, sampleDraft, type TransferDraft } from './draft.ts'

/** A draft is kept once nobody has typed for so long, in milliseconds. */
const keptAfter = 400

const route = getRouteApi('/signed-in/transactions/new')

/** A new transfer, stated by hand. */
export function NewTransfer() {
  const company = useCompany()
  const { try: tried } = route.useSearch()
  const { allowed } = useCan(api.tx.create)
  const isClosed = useReadOnly() !== undefined
  if (!company || !allowed || isClosed) return <NotForYou call={api.tx.create} />
  if (tried) return <Tried key={company} company={company} answer={tried} />
  return <Form key={company} company={company} initial={emptyDraft} />
}

/** The form filled in for the simulator: only to be looked at and created. */
function Tried({ company, answer }: { company: string; answer: SimulatedAnswer }) {
  const { data, error, refetch } = useOperation(api.simulator.get, { query: { vaspDID: company } })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  const to = data?.addresses.find((one) => one.answer === answer && one.asset === 'ETH')
  if (!to || !data) return <SkeletonPanels panels={2} label="Loading the simulator" />
  return <Form company={company} initial={sampleDraft(data.company.did, to.address)} />
}

/** What its draft is kept under. */
const form = 'the new transfer'

function Form({ company, initial }: { company: string; initial: TransferDraft }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<TransferDraft>(initial)
  const [untouched] = useState(draft)
  const isEmpty = draft === untouched
  const kept = useDraft(form, isEmpty ? undefined : { draft }, (before) =>
    setDraft(before.draft ?? untouched),
  )
  // Sealed in the tab's own storage, so that a reload loses nothing: there are names in it.
  useEffect(() => {
    if (draft === untouched) return
    const timer = setTimeout(() => void keepDrafts(), keptAfter)
    return () => clearTimeout(timer)
  }, [draft, untouched])
  const set = (changes: Partial<TransferDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const work = useChange(() => api.tx.create({ body: bodyOf(company, draft) }), {
    says: 'Transfer created',
    onSuccess: ({ id }) => {
      endDraft(form)
      void navigate({ to: '/transactions/$id', params: { id } })
    },
    showsFailure: true,
  })
  const refused = { ...refusedFields(work.error, 1), ...refusedFields(work.error, 2) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    work.mutate()
  }
  const text = (name: 'amount' | 'destination' | 'tag' | 'origin' | 'reference') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  return (
    <>
      <PageHeader
        title="New transfer"
        above={<Link to="/transactions">Transfers</Link>}
        description="The counterparty sees names only after it has confirmed the address."
      />
      <DraftOffer draft={kept} />
      <form className="flex max-w-3xl flex-col gap-5" onSubmit={submit}>
        {work.error && (
          <Notice tone="danger" title="The transfer wasn’t created">
            {wordsOf(work.error)}
          </Notice>
        )}
        <Panel title="Transfer">
          <div className="grid gap-4 sm:grid-cols-2">
            <CompanyPicker
              label="Counterparty"
              value={draft.beneficiary}
              without={[company]}
              onChange={(beneficiary) => set({ beneficiary })}
              error={refused.beneficiaryVASPdid}
            />
            <ComboboxField
              label="Asset"
              options={assets.map(({ key, label }) => ({ value: key, label }))}
              value={draft.asset}
              onChange={(asset) => set({ asset })}
              error={refused.transactionAsset}
            />
            <TextField
              label="Amount"
              inputMode="decimal"
              required
              {...text('amount')}
              error={refused.amount}
            />
            <TextField
              label="Reference"
              optional
              maxLength={64}
              hint="Your own name for it: letters, digits, hyphens and underscores"
              {...text('reference')}
              error={refused.transactionRef}
            />
          </div>
        </Panel>
        <Panel title="Wallets">
          <div className="grid gap-4">
            <TextField
              label="Destination address"
              mono
              required
              {...text('destination')}
              error={refused.destination}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="Tag or memo"
                optional
                {...text('tag')}
                error={refused.destinationTag}
              />
              <TextField
                label="Origin address"
                mono
                optional
                {...text('origin')}
                error={refused.origin}
              />
            </div>
          </div>
        </Panel>
        <PartyFields
          title="Originator"
          party={draft.from}
          full
          onChange={(from) => set({ from: { ...draft.from, ...from } })}
        />
        <PartyFields
          title="Beneficiary"
          party={draft.to}
          onChange={(to) => set({ to: { ...draft.to, ...to } })}
        />
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            pending={work.isPending}
            disabledReason={draft.beneficiary ? undefined : 'Choose a counterparty'}
          >
            Create transfer
          </Button>
        </div>
      </form>
    </>
  )
}
