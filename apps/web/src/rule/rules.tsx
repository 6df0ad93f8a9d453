import { planRefusal } from '@countersign/contracts/billing'
import {
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
import { TextField } from '../ui/form/text-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { DryRunPanel } from './dry-run.tsx'
import { RuleEditor } from './editor.tsx'
import { ruleFor } from './from-transfer.ts'
import { RuleList } from './list.tsx'
import { PendingRules } from './pending.tsx'
import { starterRules } from './starter.ts'
import { Versions } from './versions.tsx'
import { type DraftRule, type DraftRules, givenOf } from './words.ts'

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
  const ruleSet = { incoming: givenOf(rules.incoming), outgoing: givenOf(rules.outgoing) }
  const count = rules.incoming.length + rules.outgoing.length
  const isEmpty = count === 0
  const full = planRefusal('rules', present.planLimit, count)
  const checked = useOperation(
    api.rules.check,
    { body: { vaspDID: company, ruleSet } },
    { enabled: !isEmpty && readOnly === undefined },
  )
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
        description="Decide transfers automatically, in order. What no rule decides, or what a rule can’t know yet, goes to the inbox."
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
                <Button variant="primary" onClick={() => setSaving(true)}>
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
                <Button onClick={() => setDraft(starterRules(currency))}>
                  Look at starter rules
                </Button>
              )
            }
          >
            All transfers come to your inbox.
          </EmptyState>
        ) : (
          <>
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {ruleDirections.map((direction) => (
                <RuleList
                  key={direction}
                  direction={direction}
                  rules={rules[direction]}
                  findings={(checked.data?.findings ?? []).filter(
                    (finding) => finding.direction === direction,
                  )}
                  readOnly={readOnly}
                  onChange={(next) => change(direction, next)}
                  onEdit={(rule) => setEdited({ direction, rule })}
                />
              ))}
            </div>
            {readOnly === undefined &&
              ruleDirections
                .filter((direction) => rules[direction].length > 0)
                .map((direction) => (
                  <DryRunPanel key={direction} {...{ company, direction, rules }} />
                ))}
          </>
        )}
        {present.version > 0 && <Versions {...{ company, present, readOnly }} onRestored={saved} />}
      </div>
      {editing && (
        <RuleEditor
          rule={editing.rule}
          direction={editing.direction}
          currency={currency}
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

function Activate(props: {
  present: RuleSet
  onClose: () => void
  onSave: (note: string | undefined) => Promise<unknown>
}) {
  const [note, setNote] = useState('')
  const { takesTwo, pending } = props.present
  return (
    <FormDialog
      title={takesTwo ? 'Propose these rules?' : 'Activate these rules?'}
      description={
        takesTwo
          ? `A colleague must activate them.${pending ? ` They take the place of version ${pending.version}, which waits.` : ''}`
          : 'They decide every transfer from now on. Transfers that were decided stay as they are.'
      }
      submit={takesTwo ? 'Propose' : 'Activate'}
      onOpenChange={(open) => !open && props.onClose()}
      onSubmit={() => props.onSave(note.trim() || undefined)}
    >
      <TextField
        label="What has changed"
        optional
        maxLength={1_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  )
}
