import {
  type SimulatedAnswer,
  SimulatedAsset,
  type SimulatedSend,
  SimulatorOrder,
  simulatedAssets,
  simulatedSends,
} from '@countersign/contracts/transactions'
import { Link, useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { api, useOperation } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { answerWords, sendWords } from './words.ts'

const sees = api.tx.info

/** A counterparty that answers as asked: for trying transfers alone. */
export function Simulator() {
  const company = useCompany()
  const { allowed } = useCan(sees)
  if (!company || !allowed) return <NotForYou call={sees} />
  return <Scenarios key={company} company={company} />
}

type Row = { answer: SimulatedAnswer; address: string }

function Scenarios({ company }: { company: string }) {
  const { data, error, refetch } = useOperation(api.simulator.get, { query: { vaspDID: company } })
  const { allowed: mayCreate } = useCan(api.simulator.send)
  const readOnly = useReadOnly()
  const [asset, setAsset] = useState<SimulatedAsset>('ETH')
  const isWriter = mayCreate && readOnly === undefined
  const columns: Column<Row>[] = [
    {
      id: 'answer',
      header: 'The simulator',
      cell: ({ answer }) => (
        <>
          <span className="block font-medium">{answerWords[answer][0]}</span>
          <span className="block text-muted text-xs">{answerWords[answer][1]}</span>
        </>
      ),
    },
    {
      id: 'address',
      header: 'Destination address',
      cell: ({ address }) => <CopyText value={address} label="address" />,
    },
    ...(isWriter && asset === 'ETH'
      ? [
          {
            id: 'try',
            header: 'Try it',
            align: 'end' as const,
            cell: ({ answer }: Row) => (
              <Link to="/transactions/new" search={{ try: answer }} className={buttonClass()}>
                New transfer
              </Link>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader
        title="Simulator"
        description="A counterparty for trying out transfers. No coins move, and nothing is charged or counted."
        meta={data && <CopyText value={data.company.did} label="DID" whole />}
      />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          {isWriter && <Receive company={company} />}
          <Panel
            title="Send it a transfer"
            description="The destination address decides how the simulator answers. Every other address is accepted."
          >
            <SelectField
              label="Asset"
              className="mb-4 w-40"
              options={simulatedAssets.map((value) => ({ value, label: value }))}
              value={asset}
              onChange={({ target }) => setAsset(SimulatedAsset.parse(target.value))}
            />
            <DataTable
              caption="Answers"
              columns={columns}
              rows={data?.addresses.filter((one) => one.asset === asset)}
              keyOf={({ answer }) => answer}
              skeletonRows={6}
              empty={null}
            />
          </Panel>
        </div>
      )}
    </>
  )
}

function Receive({ company }: { company: string }) {
  const navigate = useNavigate()
  const form = useContractForm(SimulatorOrder, {
    defaults: { scenario: 'WITH_DATA' as SimulatedSend, amount: '1', destination: '' },
    body: ({ scenario, amount, destination }) => ({
      vaspDID: company,
      scenario,
      asset: undefined,
      amount,
      destination: (scenario !== 'UNKNOWN_ADDRESS' && destination) || undefined,
    }),
    send: (body) => api.simulator.send({ body }),
    says: 'The simulator sent a transfer',
    onSuccess: ({ id }) => void navigate({ to: '/transactions/$id', params: { id } }),
  })
  const { scenario } = form.values
  return (
    <Panel
      title="Send me a transfer"
      description="The simulator sends your company a transfer in ETH. It arrives in your inbox."
    >
      <ContractForm form={form}>
        <div className="grid items-end gap-4 sm:grid-cols-[2fr_1fr_2fr_auto]">
          <SelectField
            label="What it sends"
            options={simulatedSends.map((value) => ({ value, label: sendWords[value][0] }))}
            {...form.field('scenario')}
          />
          <TextField label="Amount" inputMode="decimal" {...form.field('amount')} />
          <TextField
            label="To your address"
            optional
            mono
            maxLength={200}
            {...form.field('destination')}
            disabled={scenario === 'UNKNOWN_ADDRESS'}
          />
          <Button type="submit" variant="primary" icon={Send} pending={form.isPending}>
            Send
          </Button>
        </div>
        <FormNotes form={form} failed="Not sent" />
      </ContractForm>
      <p className="mt-3 text-muted text-sm">{sendWords[scenario][1]}.</p>
    </Panel>
  )
}
