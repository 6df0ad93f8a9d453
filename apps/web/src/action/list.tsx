import type { ActionItem } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { Check, CircleCheck, Clock, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { LoadError } from '../page/index.ts'
import { useCompany, useReadOnly } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { announce } from '../ui/page/live-region.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'
import { KeyHint } from '../ui/value/key-hint.tsx'
import { DueTime } from './due-time.tsx'
import { placeOf } from './links.ts'
import { useActionItems } from './queries.ts'

const tones: Record<ActionItem['severity'], readonly [BadgeTone, string]> = {
  high: ['danger', 'Urgent'],
  medium: ['warning', 'Soon'],
  low: ['neutral', 'Later'],
}

/** What waits for the viewer: worked through by keyboard, put away for a day or for good. */
export function ActionList() {
  const did = useCompany() ?? ''
  const readOnly = useReadOnly()
  const { list, open, away, putAway, takeBack } = useActionItems(did)
  const [all, setAll] = useState(false)
  const rows = useRef<HTMLOListElement>(null)

  const putOff = (item: ActionItem, until: Date | null) => {
    focusAfter(rows.current)
    announce(until ? 'Snoozed until tomorrow' : 'Marked as done')
    putAway.mutate(
      { id: item.id, until },
      {
        onSuccess: () =>
          toasts.success(until ? `Until tomorrow: ${item.title}` : `Done: ${item.title}`, {
            label: 'Undo',
            run: () => takeBack.mutate(item.id),
          }),
        onError: (error) => toasts.error(error),
      },
    )
  }
  const tomorrow = () => new Date(Date.now() + 86_400_000)
  const keys = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !rows.current) return
    const links = linksOf(rows.current)
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
    const item = open?.[at]
    if (event.key === 'j' || event.key === 'ArrowDown')
      links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'k' || event.key === 'ArrowUp') links[Math.max(at - 1, 0)]?.focus()
    else if (readOnly) return
    else if (event.key === 'd' && item) putOff(item, null)
    else if (event.key === 's' && item) putOff(item, tomorrow())
    else return
    event.preventDefault()
  }

  return (
    <Panel
      flush
      title="Action items"
      description={open ? open.length > 0 && countOf(open.length) : '\u00a0'}
      actions={
        away.length > 0 && (
          <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Hide' : 'Show'} {away.length} snoozed or done
          </Button>
        )
      }
    >
      {list.error && (
        <div className="px-5 pb-4">
          <LoadError error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {!open && !list.error && (
        <div className="px-5 pb-5">
          <SkeletonLines lines={6} label="Loading action items" />
        </div>
      )}
      {list.data && list.data.unavailable.length > 0 && (
        <div className="px-5 pb-3">
          <Notice tone="warning">Some sources couldn’t be reached, so items may be missing.</Notice>
        </div>
      )}
      {open?.length === 0 && (
        <EmptyState kind="nothing" icon={CircleCheck} title="All done">
          New items appear here automatically.
        </EmptyState>
      )}
      {open && open.length > 0 && (
        <ol ref={rows} onKeyDown={keys} aria-label="Action items">
          {open.map((item) => (
            <Row key={item.id} item={item}>
              {!readOnly && (
                <>
                  <IconButton
                    icon={Clock}
                    label={`Snooze until tomorrow: ${item.title}`}
                    onClick={() => putOff(item, tomorrow())}
                  />
                  <IconButton
                    icon={Check}
                    label={`Done: ${item.title}`}
                    onClick={() => putOff(item, null)}
                  />
                </>
              )}
            </Row>
          ))}
        </ol>
      )}
      {all && away.length > 0 && (
        <ol aria-label="Snoozed or done" className="bg-bg">
          {away.map((item) => (
            <Row key={item.id} item={item}>
              <IconButton
                icon={Undo2}
                label={`Restore: ${item.title}`}
                onClick={() => takeBack.mutate(item.id)}
              />
            </Row>
          ))}
        </ol>
      )}
      {open && open.length > 0 && (
        <p className="hidden items-center gap-3 border-t border-line px-5 py-2.5 text-xs text-muted md:flex">
          <span>
            <KeyHint keys="j" /> <KeyHint keys="k" /> move
          </span>
          <span>
            <KeyHint keys="Enter" /> open
          </span>
          {!readOnly && (
            <>
              <span>
                <KeyHint keys="s" /> snooze
              </span>
              <span>
                <KeyHint keys="d" /> done
              </span>
            </>
          )}
        </p>
      )}
    </Panel>
  )
}

const countOf = (count: number) => (count === 1 ? '1 item' : `${count} items`)

const linksOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('a[data-item]')]

/** The row that goes must not take the focus with it. */
function focusAfter(list: HTMLElement | null): void {
  if (!list) return
  const links = linksOf(list)
  const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
  if (at >= 0) (links[at + 1] ?? links[at - 1])?.focus()
}

function Row({ item, children }: { item: ActionItem; children: React.ReactNode }) {
  const [tone, word] = tones[item.severity]
  return (
    <li
      data-row
      className="flex items-center gap-3 border-t border-line px-5 py-2.5 focus-within:bg-hover hover:bg-hover"
    >
      <span className="w-20 shrink-0 max-sm:hidden">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="min-w-0 flex-1">
        <Link {...placeOf(item)} data-item className="font-medium hover:text-accent">
          {item.title}
          <span className="sr-only">, {word}</span>
        </Link>
        {(item.detail || item.dueAt) && (
          <span className="block text-sm text-muted">
            {item.detail}
            {item.detail && item.dueAt && ' · '}
            {item.dueAt && <DueTime at={item.dueAt} />}
          </span>
        )}
      </span>
      <span className="flex shrink-0 gap-1">{children}</span>
    </li>
  )
}
