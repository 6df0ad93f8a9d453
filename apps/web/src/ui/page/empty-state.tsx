import { Inbox, Lock, type LucideIcon, SearchX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { t } from '../language.ts'
import { ChipFilter, type FilterChip } from '../table/chip-filter.tsx'
import { linkClass } from '../value/link.tsx'

/** Nothing yet: what belongs here and how to start. */
interface NothingYet {
  kind: 'nothing'
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Nothing matches: which filters are on, and the way out of them. */
interface NoMatch {
  kind: 'no-match'
  title?: string | undefined
  filters: readonly FilterChip[]
  onClear: () => void
  /** Other places to look, such as a register. */
  action?: ReactNode
}

/** Not allowed: what is missing and who can give it. */
interface NotAllowed {
  kind: 'not-allowed'
  title?: string
  permission: string
  /** Who can give it, in words. */
  children: ReactNode
  /** Their addresses, where they are known. */
  adminEmails?: readonly string[]
}

/** Props of {@link EmptyState}. */
export type EmptyStateProps = NothingYet | NoMatch | NotAllowed

/** Shown in place of rows, for one of three reasons. */
export function EmptyState(props: EmptyStateProps) {
  if (props.kind === 'nothing') {
    return (
      <Frame icon={props.icon ?? Inbox} title={props.title}>
        {props.children && <p className="max-w-[55ch] text-muted">{props.children}</p>}
        {props.action}
      </Frame>
    )
  }
  if (props.kind === 'no-match') {
    return (
      <Frame icon={SearchX} title={props.title ?? t('No matches for these filters')}>
        <ChipFilter chips={props.filters} />
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={props.onClear}>{t('Clear all filters')}</Button>
        </div>
        {props.action}
      </Frame>
    )
  }
  return (
    <Frame icon={Lock} title={props.title ?? t('You don’t have access')}>
      <p className="max-w-[55ch] text-muted">
        {t('Your role lacks the permission')}{' '}
        <code className="font-mono text-text wrap-anywhere">{props.permission}</code>.{' '}
        {props.children}
      </p>
      {props.adminEmails && props.adminEmails.length > 0 && <Admins emails={props.adminEmails} />}
    </Frame>
  )
}

function Admins({ emails }: { emails: readonly string[] }) {
  return (
    <p className="max-w-[55ch] wrap-anywhere text-muted">
      {t('Ask')}{' '}
      {emails.map((email, at) => (
        <Fragment key={email}>
          {at > 0 && ', '}
          <a className={linkClass} href={`mailto:${email}`}>
            {email}
          </a>
        </Fragment>
      ))}
    </p>
  )
}

interface FrameProps {
  icon: LucideIcon
  title: string
  children: ReactNode
}

function Frame({ icon: Icon, title, children }: FrameProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-neutral-soft text-muted">
        <Icon size={20} aria-hidden />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </div>
  )
}
