import { useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { linkClass } from './link.tsx'

/** Props of {@link CookieBanner}. */
export interface CookieBannerProps {
  privacyPolicyUrl: string
  onAccept: () => void
  onDecline: () => void
}

/** The question about cookies, fixed to the bottom until it is answered. */
export function CookieBanner({ privacyPolicyUrl, onAccept, onDecline }: CookieBannerProps) {
  const banner = useRef<HTMLElement>(null)

  // The page grows by the banner's height, so that nothing that takes focus lies under it.
  useLayoutEffect(() => {
    const element = banner.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--bottom-inset', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-inset')
    }
  }, [])

  return (
    <section
      ref={banner}
      aria-label="Cookies"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised shadow-pop"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4">
        <p className="max-w-[75ch] text-sm">
          We use the cookies that are necessary to run this site. Cookies for analytics are used
          only with your consent.{' '}
          <a href={privacyPolicyUrl} className={linkClass}>
            Privacy policy
          </a>
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
