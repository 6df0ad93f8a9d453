import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { linkClass } from '../value/link.tsx'
import { useInset } from './use-inset.ts'

/** Props of {@link CookieBanner}. */
export interface CookieBannerProps {
  privacyPolicyUrl: string
  /** The answer so far; null before the first. */
  choice?: boolean | null
  /** Takes focus, because the user asked to see the question again. */
  takesFocus?: boolean
  onAccept: () => void
  onDecline: () => void
}

/** The question about cookies, fixed to the bottom until it is answered. */
export function CookieBanner(props: CookieBannerProps) {
  const { privacyPolicyUrl, choice = null, takesFocus = false, onAccept, onDecline } = props
  const banner = useRef<HTMLElement>(null)
  useInset(banner, '--banner-inset')
  useEffect(() => {
    if (takesFocus) banner.current?.focus()
  }, [takesFocus])

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label="Cookies"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised shadow-pop outline-none"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4">
        <p className="max-w-[75ch] text-sm">
          We use the cookies that are necessary to run this site. Cookies for analytics are used
          only with your consent.{' '}
          <a href={privacyPolicyUrl} className={linkClass}>
            Privacy policy
          </a>
          {choice !== null && (
            <span className="mt-1 block text-muted">
              {choice ? 'You accepted analytics cookies.' : 'You chose essential cookies only.'}
            </span>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {/* Both look the same: neither answer is nudged. */}
          <Button onClick={onDecline}>Essential Cookies Only</Button>
          <Button onClick={onAccept}>Accept Analytics Cookies</Button>
        </div>
      </div>
    </section>
  )
}
