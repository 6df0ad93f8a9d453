import { Check, Copy } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { t } from '../language.ts'
import { useCopy } from './use-copy.ts'

/** Props of {@link CopyText}. */
export interface CopyTextProps {
  /** The whole value: what is read out and copied. */
  value: string
  /** What it is, such as `DID`. */
  label: string
  /** Shows all of it, broken over lines where need be. */
  whole?: boolean
}

/** An identifier, shortened in the middle, with its copy button. */
export function CopyText({ value, label, whole = false }: CopyTextProps) {
  const { copied, copy } = useCopy()
  const Icon = copied ? Check : Copy
  const short = whole ? value : shortenMiddle(value)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span
        title={short === value ? undefined : value}
        data-paper={short === value ? undefined : value}
        onCopy={(event) => copyWhole(event, value)}
        className={`font-mono text-xs text-muted ${whole ? 'break-all' : 'whitespace-nowrap'}`}
      >
        {short === value ? (
          value
        ) : (
          <>
            <span aria-hidden>{short}</span>
            <span className="sr-only">{value}</span>
          </>
        )}
      </span>
      <button
        type="button"
        onClick={() => copy(value)}
        aria-label={t('Copy {what} {value}', { what: label, value })}
        className={`grid size-6 shrink-0 place-items-center rounded-sm hover:bg-hover print:hidden ${
          copied ? 'text-success' : 'text-muted hover:text-text'
        }`}
      >
        <Icon size={14} aria-hidden />
      </button>
    </span>
  )
}

/** `did:ethr:0x51a4…09be`: the ends are what people compare. Short values stay whole. */
export function shortenMiddle(value: string): string {
  const [, prefix = '', rest = value] = /^(did:[^:]+:(?:[^:]+:)?|[a-z]+_)?(.*)$/.exec(value) ?? []
  const head = rest.startsWith('0x') ? 6 : 4
  return rest.length <= head + 9 ? value : `${prefix}${rest.slice(0, head)}…${rest.slice(-4)}`
}

/** Selecting the short form manually still copies the whole value. */
function copyWhole(event: ClipboardEvent, value: string): void {
  event.preventDefault()
  event.clipboardData.setData('text/plain', value)
}
