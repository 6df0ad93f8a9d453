import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { LoadError } from '../query/index.ts'
import { t } from '../ui/language.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { type Place, placeTitles } from '../webhooks/index.ts'
import { pathOf } from './places.rules.ts'

const lazily = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() => load().then((component) => ({ default: component })))

/** The screens, whose code comes when they are first seen. One that didn’t come stays away until they are made anew. */
const makeScreens = () => ({
  endpoints: lazily(() =>
    import('../webhooks/endpoint/endpoints.tsx').then((part) => part.Endpoints),
  ),
  endpoint: lazily(() => import('../webhooks/endpoint/endpoint.tsx').then((part) => part.Endpoint)),
  messages: lazily(() => import('../webhooks/message/messages.tsx').then((part) => part.Messages)),
  message: lazily(() => import('../webhooks/message/message.tsx').then((part) => part.Message)),
  'event-types': lazily(() =>
    import('../webhooks/event-type/event-types.tsx').then((part) => part.EventTypes),
  ),
  statistics: lazily(() =>
    import('../webhooks/statistics/statistics.tsx').then((part) => part.Statistics),
  ),
  activity: lazily(() => import('../webhooks/task/activity.tsx').then((part) => part.Activity)),
  pollers: lazily(() => import('../webhooks/poller/pollers.tsx').then((part) => part.Pollers)),
  integrations: lazily(() =>
    import('../webhooks/integration/integrations.tsx').then((part) => part.Integrations),
  ),
  help: lazily(() => import('../webhooks/help/help.tsx').then((part) => part.Help)),
})

/** The screen at a place. If it fails, the portal around it keeps working. */
export function Screen({ place }: { place: Place }) {
  const [screens, setScreens] = useState(makeScreens)
  return (
    <ScreenBoundary
      key={pathOf(place)}
      title={t(placeTitles[place.to])}
      onRetry={() => setScreens(makeScreens)}
    >
      <Suspense fallback={<SkeletonPanels panels={2} label={t('Loading')} />}>
        {place.to === 'endpoint' && <screens.endpoint endpointId={place.id} />}
        {place.to === 'message' && <screens.message messageId={place.id} />}
        {place.to !== 'endpoint' && place.to !== 'message' && <Main of={screens[place.to]} />}
      </Suspense>
    </ScreenBoundary>
  )
}

const Main = ({ of: Part }: { of: ComponentType }) => <Part />

interface BoundaryProps {
  title: string
  onRetry: () => void
  children: ReactNode
}

/** Shows what went wrong in place of a screen that couldn’t be drawn. */
class ScreenBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { title, onRetry, children } = this.props
    if (this.state.error === undefined) return children
    return (
      <>
        <PageHeader title={title} />
        <LoadError
          error={this.state.error}
          onRetry={() => {
            onRetry()
            this.setState({ error: undefined })
          }}
        />
      </>
    )
  }
}
