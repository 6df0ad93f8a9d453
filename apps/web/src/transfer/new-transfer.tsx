import { CreateIn, type SimulatedAnswer } from '@countersign/contracts/transactions'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, useOperation } from '../api/index.ts'
import { CompanyPicker } from '../company/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { PartyFields } from '../party/index.ts'
import { endDraft, keepDrafts, useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { ComboboxField } from '../ui/form/combobox-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
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
const name = 'the new transfer'

/** Where the request has the fields that are named otherwise. */
const places = {
  beneficiary: 'beneficiaryVASPdid',
  asset: 'transactionAsset',
  reference: 'transactionRef',
  destination: 'transactionBlockchainInfo.destination',
  tag: 'transactionBlockchainInfo.destinationTag',
  origin: 'transactionBlockchainInfo.origin',
}

function Form({ company, initial }: { company: string; initial: TransferDraft }) {
  const navigate = useNavigate()
  const form = useContractForm(CreateIn, {
    defaults: initial,
    places,
    body: (draft) => bodyOf(company, draft),
    send: (body) => api.tx.create({ body }),
    says: 'Transfer created',
    onSuccess: ({ id }) => {
      endDraft(name)
      void navigate({ to: '/transactions/$id', params: { id } })
    },
    draft: name,
  })
  const draft = form.values
  const typed = JSON.stringify(draft)
  const isUntouched = !form.isDirty
  // Sealed in the tab's own storage, so that a reload loses nothing: there are names in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed starts the wait anew.
  useEffect(() => {
    if (isUntouched) return
    const timer = setTimeout(() => void keepDrafts(), keptAfter)
    return () => clearTimeout(timer)
  }, [typed, isUntouched])
  return (
    <>
      <PageHeader
        title="New transfer"
        above={<Link to="/transactions">Transfers</Link>}
        description="The counterparty sees names only after confirming the address."
      />
      <ContractForm form={form} className="flex max-w-3xl flex-col gap-5">
        <FormNotes form={form} failed="The transfer wasn’t created" />
        <Panel title="Transfer">
          <div className="grid gap-4 sm:grid-cols-2">
            <CompanyPicker
              label="Counterparty"
              optional
              hint="If left blank, we look up who holds the address"
              value={draft.beneficiary}
              without={[company]}
              onChange={(beneficiary) => form.set('beneficiary', beneficiary)}
              error={form.errorOf('beneficiary')}
            />
            <ComboboxField
              label="Asset"
              options={assets.map(({ key, label }) => ({ value: key, label }))}
              value={draft.asset}
              onChange={(asset) => form.set('asset', asset)}
              error={form.errorOf('asset')}
            />
            <TextField label="Amount" inputMode="decimal" {...form.field('amount')} />
            <TextField
              label="Reference"
              optional
              maxLength={64}
              hint="Your own reference: letters, digits, hyphens and underscores"
              {...form.field('reference')}
            />
          </div>
        </Panel>
        <Panel title="Wallets">
          <div className="grid gap-4">
            <TextField label="Destination address" mono {...form.field('destination')} />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField label="Tag or memo" optional {...form.field('tag')} />
              <TextField label="Origin address" mono optional {...form.field('origin')} />
            </div>
          </div>
        </Panel>
        <PartyFields
          title="Originator"
          party={draft.from}
          full
          onChange={(from) => form.set('from', { ...draft.from, ...from })}
        />
        <PartyFields
          title="Beneficiary"
          party={draft.to}
          onChange={(to) => form.set('to', { ...draft.to, ...to })}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={form.isPending}>
            Create transfer
          </Button>
        </div>
      </ContractForm>
    </>
  )
}
