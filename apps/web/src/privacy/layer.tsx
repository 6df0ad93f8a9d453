import { askingAboutCookies } from '../page/index.ts'
import { BottomBar } from '../ui/page/bottom-bar.tsx'
import { CookieBanner } from '../ui/page/cookie-banner.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { setConsent, useConsent } from './consent.ts'
import { hasPrivacyFooter } from './page.rules.ts'

/** The question about cookies until it is answered, and the link to the privacy policy. */
export function Privacy({ policyUrl, path }: { policyUrl: string; path: string }) {
  const choice = useConsent()
  const again = askingAboutCookies.use()
  const choose = (accepted: boolean) => {
    askingAboutCookies.set(false)
    setConsent(accepted)
  }
  return (
    <>
      {hasPrivacyFooter(path) && (
        <BottomBar>
          <a href={policyUrl} className={linkClass}>
            Privacy policy
          </a>
          <button type="button" className={linkClass} onClick={() => askingAboutCookies.set(true)}>
            Privacy choices
          </button>
        </BottomBar>
      )}
      {(choice === null || again) && (
        <CookieBanner
          key={again ? 'again' : 'first'}
          privacyPolicyUrl={policyUrl}
          choice={choice}
          takesFocus={again}
          onAccept={() => choose(true)}
          onDecline={() => choose(false)}
        />
      )}
    </>
  )
}
