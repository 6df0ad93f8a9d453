import type { Action, Section, Transaction } from '@countersign/contracts/transactions'
import { useEffect, useState } from 'react'
import { api } from '../api/index.ts'
import { useRowKeys } from '../review/index.ts'
import { refusalOf, useReadOnly, useViewer } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { announce } from '../ui/page/live-region.tsx'
import { focusRow } from '../ui/table/list-keys.ts'
import { type Asks, acts, asksOf, type Said } from './act-table.ts'
import { ReasonDialog } from './acts.tsx'
import { dropAct, heldActs, holdAct, sendHeldActs } from './held-acts.ts'
import { useTransfersChanged } from './queries.ts'
import { ReasonPick } from './reason-pick.tsx'
import { useActAnswered } from './use-act-answered.ts'
import { amountWords, counterpartyWords } from './words.tsx'

/** What a key does, by the section that a transfer waits in. */
const actOf: { readonly [S in Section]?: Readonly<Record<string, Action>> } = {
  TO_APPROVE: { a: 'approve', d: 'cancel' },
  TO_CONFIRM: { a: 'confirm', r: 'reject', n: 'notReady' },
  TO_DECIDE: { a: 'accept', d: 'decline', n: 'notReady' },
}

const dayMs = 86_400_000

type Asking = { row: Transaction; action: Action; inFull?: true }

/**
 * Clears the inbox by keyboard: `a`, `d`, `r` and `n` act on the focused row and move on, `u` takes the last act
 * back, `i` assigns, `s` hides until tomorrow. An act is sent after five seconds, or when the list is left.
 * @returns the dialog that asks for a reason, while one is open, and the same acts as buttons
 */
export function useInboxKeys(company: string, rows: readonly Transaction[], off: boolean) {
  const viewer = useViewer()
  const readOnly = useReadOnly()
  const answered = useActAnswered(company)
  const changed = useTransfersChanged(company)
  const held = heldActs.use()
  const [asking, setAsking] = useState<Asking>()
  // The list is left within the dashboard: the page stays, so the calls need not outlive it.
  useEffect(() => () => sendHeldActs(), [])
  useFocusKept(rows)

  function moveOn(from: Transaction): void {
    const waiting = new Set(heldActs.get().map(({ id }) => id))
    const at = rows.findIndex(({ id }) => id === from.id)
    const free = (row: Transaction) => !waiting.has(row.id)
    const next = rows.findIndex((row, index) => index > at && free(row))
    const other = next < 0 ? rows.findLastIndex((row, index) => index < at && free(row)) : next
    focusRow(other < 0 ? at : other)
  }

  function hold(row: Transaction, action: Action, reason?: Said['reason']): void {
    const words = `${amountWords(row)}, ${counterpartyWords(row)}`
    const { id, version } = row
    holdAct(
      { by: viewer.did, company, id, version, action, words, ...(reason && { reason }) },
      answered,
    )
    announce(`${acts[action]?.label}: ${words}. Press u to undo.`)
    moveOn(row)
  }

  function press(key: string, row: Transaction | undefined): void {
    if (!row) return
    const action = row.section === null ? undefined : actOf[row.section]?.[key]
    const act = action && acts[action]
    if (!act) return void toasts.info('This can’t be done to this transfer from the inbox')
    if (readOnly) return void toasts.info(readOnly)
    const refusal = refusalOf(act.call, viewer, company)
    if (refusal) return void toasts.info(refusal)
    if (heldActs.get().some(({ id, state }) => id === row.id && state === 'sending')) return
    const asks = asksOf(act, row)
    // What must be stated, or explained in words, has no key.
    if (asks) setAsking({ row, action, ...((asks.states || asks.only) && { inFull: true }) })
    else hold(row, action)
  }

  /** What only the company itself sees is done at once. */
  const own =
    (work: (row: Transaction) => Promise<unknown>, done: string) => (at: number | null) => {
      const row = at === null ? undefined : rows[at]
      if (!row || readOnly) return
      work(row).then(
        () => {
          toasts.success(done)
          void changed(row)
        },
        (error: unknown) => toasts.error(error),
      )
    }

  useRowKeys(
    off
      ? {}
      : {
          ...Object.fromEntries(
            ['a', 'd', 'r', 'n'].map((key) => [
              key,
              (at: number | null) => press(key, rows[at ?? -1]),
            ]),
          ),
          u: () => {
            const last = heldActs.get().findLast(({ state }) => state === 'held')
            if (!last) return
            dropAct(last.id)
            focusRow(rows.findIndex(({ id }) => id === last.id))
            announce(`Undone: ${last.words}`)
          },
          i: own(
            ({ id }) =>
              api.tx.assign({ body: { vaspDID: company, ids: [id], assignee: viewer.did } }),
            'Assigned to you',
          ),
          s: own(
            ({ id }) =>
              api.tx.snooze({
                body: {
                  vaspDID: company,
                  ids: [id],
                  until: new Date(Date.now() + dayMs).toISOString(),
                },
              }),
            'Hidden until tomorrow',
          ),
        },
  )

  const close = () => setAsking(undefined)
  const act = asking && acts[asking.action]
  const asks = act && asksOf(act, asking.row)
  return {
    dialog: asking && asks && dialogOf({ ...asking, asks }),
    /** The most likely act and the refusing one, for those without a keyboard. */
    buttonsOf: (row: Transaction) =>
      row.section === null || held.some(({ id }) => id === row.id)
        ? []
        : Object.entries(actOf[row.section] ?? {}).flatMap(([key, action]) =>
            key === 'n' ? (
              []
            ) : (
              <Button
                key={key}
                variant={key === 'a' ? 'primary' : 'secondary'}
                onClick={() => press(key, row)}
              >
                {acts[action]?.label}
              </Button>
            ),
          ),
  }
  function dialogOf({ row, action, inFull, asks }: Asking & { asks: Asks }) {
    return inFull ? (
      <ReasonDialog
        {...asks}
        action={action}
        submit={acts[action]?.label ?? ''}
        {...(asks.only ? {} : { first: 'OTHER' as const })}
        onClose={close}
        onSubmit={async (said) => {
          await acts[action]?.run({ vaspDID: company, id: row.id, version: row.version }, said)
          moveOn(row)
          await changed(row)
        }}
      />
    ) : (
      <ReasonPick
        {...asks}
        action={action}
        onClose={close}
        onPick={(reason) => {
          if (reason === 'OTHER') return setAsking({ row, action, inFull: true })
          close()
          hold(row, action, reason)
        }}
      />
    )
  }
}

/** When the focused row goes away, the one that takes its place gets the focus. */
function useFocusKept(rows: readonly Transaction[]): void {
  const [at] = useState<{ row: number | null }>({ row: null })
  useEffect(() => {
    const seen = () => {
      const drawn = [...document.querySelectorAll('main [data-row]')]
      const index = drawn.findIndex((row) => row.contains(document.activeElement))
      at.row = index < 0 ? null : index
    }
    document.addEventListener('focusin', seen)
    return () => document.removeEventListener('focusin', seen)
  }, [at])
  useEffect(() => {
    if (at.row !== null && rows.length > 0 && document.activeElement === document.body)
      focusRow(at.row)
  }, [rows, at])
}
