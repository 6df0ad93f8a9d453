import type { Observing } from '@countersign/contracts/identity'
import { ApiError } from '@countersign/kit/client'
import { Eye } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api } from '../api/index.ts'
import { tellLook, useCompanyName } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { toasts } from '../ui/overlay/toasts.ts'
import { timeOfDay } from '../ui/value/time-format.ts'
import { useTimeZone } from '../ui/value/time-zone.ts'

/** Shows on every page that an operator is viewing a company, and lets them stop. */
export function ObservingBar({ look: { vaspDID, until } }: { look: Observing }) {
  const name = useCompanyName(vaspDID) ?? 'a company'
  const timeZone = useTimeZone()
  const [pending, setPending] = useState(false)
  const bar = useRef<HTMLElement>(null)
  useTopInset(bar)

  const end = async () => {
    setPending(true)
    try {
      await api.auth.stopObserving({})
    } catch (error) {
      // It may be over already, by time or in another tab.
      if (!(error instanceof ApiError) || error.status >= 500) {
        setPending(false)
        return toasts.error(error)
      }
    }
    tellLook()
    location.assign(`/admin/companies/${encodeURIComponent(vaspDID)}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ends it is the same each time
  useEffect(() => {
    const timer = setTimeout(() => void end(), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])

  return (
    <aside
      ref={bar}
      aria-label="Viewing as operator"
      data-print="hide"
      className="sticky top-13 z-20 flex items-center gap-3 bg-danger px-4 py-2 text-on-accent sm:px-6"
    >
      <Eye size={16} className="shrink-0 max-sm:hidden" aria-hidden />
      <p className="min-w-0 flex-1 text-sm text-balance">
        You’re viewing <strong className="font-semibold">{name}</strong> as an operator, until{' '}
        <time dateTime={until} className="tabular-nums">
          {timeOfDay(new Date(until), timeZone)}
        </time>
        . You can’t change anything.
      </p>
      <Button pending={pending} onClick={() => void end()}>
        Stop viewing
      </Button>
    </aside>
  )
}

/** What sticks to the top of a page sticks below the bar. */
function useTopInset(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--top-inset', `calc(3.25rem + ${element.offsetHeight}px)`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--top-inset')
    }
  }, [ref])
}
