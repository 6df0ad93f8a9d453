import { useEffect, useState } from 'react'
import { LoadError } from '../query/index.ts'
import { t } from '../ui/language.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { Frame } from './frame.tsx'
import { hear, tell, tellHeight } from './message.ts'
import { goTo, leaveLogin } from './places.tsx'
import { ended, type Opened, open, type Refusal, renew } from './session.ts'
import { applyTheme, useSystemDark } from './theme.ts'

type State = 'opening' | Refusal | Opened | { readonly failure: unknown }

/** The portal: what the link has opened, or why it opens nothing. */
export function Shell({ opening }: { opening: Promise<Opened | Refusal> }) {
  const [state, setState] = useState<State>('opening')
  const opened = typeof state === 'object' && 'session' in state ? state : undefined
  useEffect(() => {
    opening.then(setState, (failure: unknown) => setState({ failure }))
  }, [opening])
  useEffect(() => {
    if (opened) leaveLogin()
  }, [opened])
  useTheme(opened)
  useParent(opened, setState)
  const again = () => {
    setState('opening')
    open().then(setState, (failure: unknown) => setState({ failure }))
  }
  if (opened) return <Frame opened={opened} />
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      {state === 'opening' && <SkeletonPanels panels={1} label={t('Opening webhooks')} />}
      {(state === 'no-link' || state === 'ended') && <NoAccess refusal={state} />}
      {typeof state === 'object' && 'failure' in state && (
        <>
          <h1 className="sr-only">{t('Webhooks')}</h1>
          <LoadError error={state.failure} onRetry={again} />
        </>
      )}
    </main>
  )
}

function NoAccess({ refusal }: { refusal: Refusal }) {
  return (
    <>
      <h1 className="sr-only">{t('Webhooks')}</h1>
      <div className="rounded-panel border border-line bg-panel">
        <EmptyState
          kind="nothing"
          title={refusal === 'ended' ? t('This link has expired') : t('Open this page with a link')}
        >
          {refusal === 'ended'
            ? t(
                'A link works once and for a limited time. Get a new link from the page where you opened it.',
              )
            : t('Webhooks open from your provider’s own pages. Go there, and open them again.')}
        </EmptyState>
      </div>
    </>
  )
}

function useTheme(opened: Opened | undefined): void {
  const systemDark = useSystemDark()
  const [dark, setDark] = useState<boolean>()
  const settings = opened?.session.settings
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the system is a reason, too
  useEffect(() => applyTheme(settings, dark), [settings, dark, systemDark])
  useEffect(
    () => hear((asked) => (asked.action === 'theme' ? setDark(asked.darkMode) : undefined)),
    [],
  )
}

/** What goes on between this page and the one around its frame. */
function useParent(opened: Opened | undefined, take: (opened: Opened) => void): void {
  const appId = opened?.session.appId
  const isEnded = ended.use()
  useEffect(tellHeight, [])
  useEffect(() => {
    if (appId) tell({ event: 'ready' })
  }, [appId])
  useEffect(() => {
    if (isEnded) tell({ event: 'session-ended' })
  }, [isEnded])
  useEffect(
    () =>
      hear((asked) => {
        if (asked.action === 'navigate') goTo(asked.path)
        if (asked.action === 'token' && appId)
          void renew(asked.token, appId).then((renewed) => renewed && take(renewed))
      }),
    [appId, take],
  )
}
