import { grouped, networkWords, type TransactionDetail } from '@countersign/contracts/transactions'
import { ApiError } from '@countersign/kit/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { ProofLaw } from '../proof/index.ts'
import { PdfButton } from '../report/index.ts'
import { HoldButton } from '../retention/index.ts'
import { RuleDecisions } from '../rule/index.ts'
import { useCan, useCompany, useCompanyName, useReadOnly } from '../session/index.ts'
import { Requested } from '../transfer-change/index.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { Badge } from '../ui/value/badge.tsx'
import { CopyText } from '../ui/value/copy-text.tsx'
import { DescriptionList } from '../ui/value/description-list.tsx'
import { Time } from '../ui/value/time.tsx'
import { TransferActs } from './acts.tsx'
import { Comments } from './comments.tsx'
import { LawFindings } from './law-findings.tsx'
import { PersonalData } from './personal-data.tsx'
import { transferQuery } from './queries.ts'
import { SecondNote } from './second-note.tsx'
import { Timeline } from './timeline.tsx'
import { typeWords } from './type-words.ts'
import { UnsentActs } from './unsent-acts.tsx'
import { PersonalDataViews } from './views.tsx'
import { amountWords, counterpartyWords, StatusBadge, valueWords, whyStopped } from './words.tsx'

const route = getRouteApi('/signed-in/transactions/$id')

/** One transfer: who, what, why, and what the company can do about it. */
export function TransferPage() {
  const company = useCompany()
  const { allowed } = useCan(api.tx.info)
  const { id } = route.useParams()
  if (!company || !allowed) return <NotForYou call={api.tx.info} />
  return <Loaded key={`${company} ${id}`} company={company} id={id} />
}

const above = <Link to="/transactions">Transfers</Link>

function Loaded({ company, id }: { company: string; id: string }) {
  const { data, error, refetch } = useQuery({
    ...transferQuery(company, id),
    refetchInterval: 10_000,
    refetchIntervalInBackground: false,
    retry: (count, failure) => !isAbsent(failure) && count < 2,
  })
  if (data) return <Shown transfer={data} company={company} />
  if (error && isAbsent(error))
    return (
      <>
        <PageHeader title="Transfer" above={above} />
        <EmptyState kind="nothing" title="No such transfer">
          It may belong to another of your companies.
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader title="Transfer" above={above} />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </>
  )
}

const isAbsent = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422)

function Shown({ transfer, company }: { transfer: TransactionDetail; company: string }) {
  const seesLimits = useCan(api.subscription.get).allowed
  const readOnly = useReadOnly()
  const why = whyStopped(transfer)
  return (
    <>
      <PageHeader
        title={amountWords(transfer)}
        above={above}
        meta={
          <>
            <StatusBadge transfer={transfer} />
            <span className="text-sm text-muted">{valueWords(transfer)}</span>
            {transfer.holdUntil && (
              <Badge tone="warning">Legal hold until {transfer.holdUntil}</Badge>
            )}
            <CopyText value={transfer.id} label="transfer ID" />
          </>
        }
        actions={
          <>
            <TransferActs transfer={transfer} company={company} />
            <HoldButton transfer={transfer} company={company} />
            <PdfButton variant="quiet" company={company} of={{ kind: 'transfer', id: transfer.id }}>
              Download certificate
            </PdfButton>
          </>
        }
      />
      <UnsentActs company={company} />
      <div className="flex flex-col gap-5">
        {why && transfer.waitsFor === 'us' && (
          <Notice
            tone={transfer.withheldBy ? 'warning' : 'info'}
            title={why}
            action={
              transfer.heldBy === 'PLAN' &&
              seesLimits && (
                <Link to="/billing" className={buttonClass()}>
                  See your limits
                </Link>
              )
            }
          >
            {transfer.awaitedChecks && (
              <>
                If it doesn’t arrive, the transfer comes to your inbox{' '}
                <Time value={transfer.awaitedChecks.until} />.
              </>
            )}
            {!transfer.awaitedChecks && transfer.dueAt && (
              <>
                Respond <Time value={transfer.dueAt} />
              </>
            )}
          </Notice>
        )}
        <SecondNote transfer={transfer} />
        <Requested transfer={transfer} company={company} />
        <LawFindings findings={transfer.findings} />
        {transfer.transactionType === 'NON_CUSTODIAL' && <ProofLaw />}
        <div className="grid gap-5 lg:grid-cols-2">
          <Companies transfer={transfer} company={company} />
          <Wallets transfer={transfer} />
        </div>
        <PersonalData transfer={transfer} company={company} />
        <PersonalDataViews id={transfer.id} company={company} />
        <Law transfer={transfer} />
        <RuleDecisions id={transfer.id} company={company} />
        <Timeline transfer={transfer} company={company} />
        {!readOnly && transfer.pii.state !== 'ERASED' && (
          <Comments transfer={transfer} company={company} />
        )}
      </div>
    </>
  )
}

function Companies({ transfer, company }: { transfer: TransactionDetail; company: string }) {
  const own = useCompanyName(company)
  const { counterparty, direction } = transfer
  const other = counterparty ? (
    <Link to="/network/vasps/$did" params={{ did: counterparty.did }} className="underline">
      {counterparty.name}
    </Link>
  ) : (
    counterpartyWords(transfer)
  )
  const us = own ?? 'Your company'
  return (
    <Panel title="Companies">
      <DescriptionList
        facts={[
          { term: 'Originator', value: direction === 'incoming' ? other : us },
          { term: 'Beneficiary', value: direction === 'outgoing' ? other : us },
          { term: 'Your verdict', value: verdicts[counterparty?.review ?? ''] ?? 'None' },
          { term: 'Reference', value: transfer.transactionRef },
          { term: 'Created', value: <Time value={transfer.createdAt} format="absolute" /> },
          { term: 'Assigned to', value: transfer.assignee?.name ?? 'Nobody' },
          { term: 'Tags', value: transfer.tags.join(', ') || 'None' },
        ]}
      />
    </Panel>
  )
}

const verdicts: Readonly<Record<string, string>> = {
  TRUSTED: 'Trusted',
  BLOCKED: 'Blocked',
  MANUAL: 'Monitor',
}

function Wallets({ transfer }: { transfer: TransactionDetail }) {
  const { transactionBlockchainInfo: chain, asset } = transfer
  return (
    <Panel title="Wallet and blockchain">
      <DescriptionList
        none={transfer.pii.state === 'ERASED' ? 'Erased' : 'Not known yet'}
        facts={[
          {
            term: 'Asset',
            value: `${asset.symbol} on ${asset.network ? networkWords(asset.network) : asset.caip19}`,
          },
          {
            term: 'Destination',
            value: chain.destination && (
              <CopyText value={chain.destination} label="address" whole />
            ),
          },
          { term: 'Tag or memo', value: chain.destinationTag ?? 'None' },
          {
            term: 'Origin',
            value: chain.origin && <CopyText value={chain.origin} label="address" whole />,
          },
          {
            term: 'Transaction hash',
            value: chain.txHash && <CopyText value={chain.txHash} label="hash" whole />,
          },
          ...(transfer.processedAt
            ? [
                {
                  term: 'Coins',
                  value: (
                    <>
                      Your systems were told to send them{' '}
                      <Time value={transfer.processedAt} format="absolute" />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

const warnings = {
  COUNTERPARTY_RULE_APPLIES: 'The counterparty’s law requires more data than is sent.',
  PRICE_UNKNOWN: 'The price was unknown, so the highest tier was applied.',
  LESS_WOULD_DO: 'The price became known later. At this value, less data would be required.',
  UNVERIFIED_RULE: 'This rule hasn’t been checked against the law yet.',
}

function Law({ transfer }: { transfer: TransactionDetail }) {
  const { threshold, price } = transfer
  const sides = [
    ['Originator’s law', threshold.originator],
    ['Beneficiary’s law', threshold.beneficiary],
  ] as const
  return (
    <Panel title="Amount and threshold" description={typeWords[transfer.transactionType]}>
      <DescriptionList
        none="Not known"
        facts={[
          ...sides.map(([term, side]) => ({
            term,
            value: side?.jurisdiction
              ? `${side.jurisdiction}, ${side.tier === null ? 'no tier applies' : `tier ${side.tier + 1}`} at ${side.amount === null ? 'an unknown amount' : `${side.currency} ${grouped(side.amount)}`}`
              : null,
          })),
          {
            term: 'Price',
            value:
              price &&
              `USD ${price.usd} (${price.source === 'EMBEDDED' ? 'demo price' : price.source})`,
          },
        ]}
      />
      {threshold.warnings.map((warning) => (
        <p key={warning} className="mt-3 text-sm text-warning">
          {warnings[warning]}
        </p>
      ))}
    </Panel>
  )
}
