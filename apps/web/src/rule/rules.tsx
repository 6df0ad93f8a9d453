import { planRefusal } from '@countersign/contracts/billing'
import {
  countryLists,
  type RuleDirection,
  type RuleSet,
  ruleDirections,
} from '@countersign/contracts/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, refresh, useOperation } from '../api/index.ts'
import { LoadError, NotForYou } from '../page/index.ts'
import { useCan, useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { Activate } from './activate.tsx'
import { DryRunPanel } from './dry-run.tsx'
import { RuleEditor } from './editor.tsx'
import { ruleFor } from './from-transfer.ts'
import { RuleList } from './list.tsx'
import { CountryLists } from './lists.tsx'
import { PendingRules } from './pending.tsx'
import { starterRules } from './starter.ts'
import { Versions } from './versions.tsx'
import { type DraftRule, type DraftRules, givenRules } from './words.ts'

const sees = api.rules.get
const route = getRouteApi('/signed-in/rules')

/** The rules that decide the company's transfers. */
export function Rules() {
  const company = useCompany()
  const { allowed } = useCan(sees)
  if (!company || !allowed) return <NotForYou call={sees} />
  return <Loaded key={company} company={company} />
}

function Loaded({ company }: { company: string }) {
  const { data, error, refetch } = useOperation(api.rules.get, { query: { vaspDID: company } })
  // The company counts in one currency; its transfers say which.
  const newest = useOperation(api.tx.list, { query: { vaspDID: company, resultsPerPage: '1' } })
  const money = newest.data?.transactions[0]?.amountInLocalCurrency
  if (data && !newest.isPending)
    return (
      <Shown
        key={data.version}
        company={company}
        present={data}
        currency={money?.currency ?? 'USD'}
      />
    )
  return (
    <>
      <PageHeader title="Rules" />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </>
  )
}

function Shown({
  company,
  present,
  currency,
}: {
  company: string
  present: RuleSet
  currency: string
}) {
  const { from } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { reason } = useCan(api.rules.set)
  const readOnly = useReadOnly() ?? reason
  const [draft, setDraft] = useState<DraftRules>()
  const [edited, setEdited] = useState<{ direction: RuleDirection; rule: DraftRule }>()
  const [saving, setSaving] = useState(false)
  const rules = draft ?? present
  const ruleSet = givenRules(rules)
  const lists = rules.lists ?? []
  const count = rules.incoming.length + rules.outgoing.length
  const isEmpty = count === 0
  const full = planRefusal('rules', present.planLimit, count)
  const checked = useOperation(
    api.rules.check,
    { body: { vaspDID: company, ruleSet } },
    { enabled: !isEmpty && readOnly === undefined },
  )
  const findings = checked.data?.findings ?? []
  const errors = findings.filter(({ level }) => level === 'ERROR').length
  const unsavable =
    errors > 0
      ? `Correct ${errors === 1 ? 'the rule' : 'the rules'} marked as an error`
      : checked.isLoading
        ? 'The rules are being checked'
        : undefined
  const source = useOperation(
    api.tx.info,
    { query: { vaspDID: company, id: from ?? '' } },
    { enabled: from !== undefined },
  )
  const fromTransfer = from !== undefined && source.data && ruleFor(source.data, currency)
  const editing = edited ?? fromTransfer
  const change = (direction: RuleDirection, next: readonly DraftRule[]) =>
    setDraft({ ...rules, [direction]: next })
  const saved = async () => {
    await refresh(client, api.rules.get, api.rules.versions)
  }
  const close = () => {
    setEdited(undefined)
    if (from !== undefined) void navigate({ search: {}, replace: true })
  }
  const add = (direction: RuleDirection) =>
    setEdited({
      direction,
      rule: {
        id: crypto.randomUUID(),
        enabled: true,
        actionRule: 'SEND_TO_INBOX',
        conditions: [{ check: 'REVIEWED_VASP_LIST', operator: 'IN', values: ['TRUSTED'] }],
      },
    })
  return (
    <>
      <PageHeader
        title="Rules"
        description="Rules decide transfers automatically, in order. Transfers that no rule decides, or that a rule lacks facts for, go to the inbox."
        actions={
          readOnly === undefined &&
          ruleDirections.map((direction) => (
            <Button
              key={direction}
              icon={Plus}
              disabledReason={full}
              onClick={() => add(direction)}
            >
              Add {direction} rule
            </Button>
          ))
        }
      />
      <div className="flex flex-col gap-5">
        {draft && (
          <Notice
            title="Not in use yet"
            action={
              <span className="flex gap-2">
                <Button onClick={() => setDraft(undefined)}>Discard</Button>
                <Button
                  variant="primary"
                  disabledReason={unsavable}
                  onClick={() => setSaving(true)}
                >
                  {present.takesTwo ? 'Propose…' : 'Activate…'}
                </Button>
              </span>
            }
          >
            Try these rules first: the dry run below uses what you see here.
          </Notice>
        )}
        {present.pending && (
          <PendingRules {...{ company, present, pending: present.pending, readOnly }} />
        )}
        {isEmpty ? (
          <EmptyState
            kind="nothing"
            icon={ListChecks}
            title="No rules yet"
            action={
              readOnly === undefined && (
                <Button onClick={() => setDraft({ ...starterRules(currency), lists })}>
                  View starter rules
                </Button>
              )
            }
          >
            All transfers come to your inbox.
          </EmptyState>
        ) : (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {ruleDirections.map((direction) => (
              <RuleList
                key={direction}
                direction={direction}
                rules={rules[direction]}
                findings={findings.filter((finding) => finding.direction === direction)}
                readOnly={readOnly}
                onChange={(next) => change(direction, next)}
                onEdit={(rule) => setEdited({ direction, rule })}
              />
            ))}
          </div>
        )}
        {(readOnly === undefined || lists.length > 0) && (
          <CountryLists
            lists={lists}
            readOnly={readOnly}
            onChange={(next) => setDraft({ ...rules, lists: next })}
          />
        )}
        {readOnly === undefined &&
          ruleDirections
            .filter((direction) => rules[direction].length > 0)
            .map((direction) => <DryRunPanel key={direction} {...{ company, direction, rules }} />)}
        {present.version > 0 && <Versions {...{ company, present, readOnly }} onRestored={saved} />}
      </div>
      {editing && (
        <RuleEditor
          rule={editing.rule}
          direction={editing.direction}
          currency={currency}
          lists={[...Object.keys(countryLists), ...lists.map(({ name }) => name)]}
          isNew={!rules[editing.direction].some(({ id }) => id === editing.rule.id)}
          onClose={close}
          onDone={(rule) => {
            const of = rules[editing.direction]
            const isKnown = of.some(({ id }) => id === rule.id)
            change(
              editing.direction,
              isKnown ? of.map((one) => (one.id === rule.id ? rule : one)) : [...of, rule],
            )
          }}
        />
      )}
      {saving && (
        <Activate
          present={present}
          rules={rules}
          findings={findings}
          onClose={() => setSaving(false)}
          onSave={async (note) => {
            const { version, state } = await api.rules.set({
              body: { vaspDID: company, ruleSet, baseVersion: present.version, note },
            })
            toasts.success(
              state === 'PENDING'
                ? `Version ${version} waits for a colleague`
                : `Version ${version} decides from now on`,
            )
            setDraft(undefined)
            await saved()
          }}
        />
      )}
    </>
  )
}
