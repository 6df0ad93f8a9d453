import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  AppPortal,
  SvixProvider,
  useEndpointFunctions,
  useEndpointMessageAttempts,
  useEndpointSecret,
  useEndpointStats,
  useEndpoints,
  useEventTypes,
  useMessages,
  useNewEndpoint,
  useSvix,
} from 'svix-react'

/** A provider's own page around the webhook service, made with the public React library alone. */
function Page() {
  const given = new URLSearchParams(location.hash.slice(1))
  const [token, appId, serverUrl] = [given.get('token'), given.get('app'), given.get('server')]
  if (!token || !appId || !serverUrl) return null
  return (
    <SvixProvider token={token} appId={appId} options={{ serverUrl }}>
      <Endpoints />
      <Messages />
      {given.get('portal') && <AppPortal url={given.get('portal')} fullSize darkMode={false} />}
    </SvixProvider>
  )
}

function Endpoints() {
  const { data, error, reload } = useEndpoints({ limit: 50 })
  const added = useNewEndpoint()
  const [failure, setFailure] = useState('')
  const add = async () => {
    const { error: problem } = await added.createEndpoint()
    setFailure(problem ? problem.message : '')
    reload()
  }
  return (
    <section aria-label="Endpoints">
      <input
        aria-label="Address"
        value={added.url.value}
        onChange={({ target }) => added.url.setValue(target.value)}
      />
      <button type="button" onClick={() => void add()}>
        Add
      </button>
      <button type="button" onClick={reload}>
        Reload
      </button>
      <p role="alert">{error?.message ?? failure}</p>
      <ul>
        {data?.map(({ id, url }) => (
          <li key={id} aria-label={url}>
            <Endpoint id={id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Endpoint({ id }: { id: string }) {
  const secret = useEndpointSecret(id)
  const stats = useEndpointStats(id)
  const attempts = useEndpointMessageAttempts(id, { limit: 50 })
  const { recoverEndpointMessages } = useEndpointFunctions(id)
  const { svix, appId } = useSvix()
  const example = () => svix.endpoint.sendExample(appId, id, { eventType: 'svix.ping' })
  const recover = () => recoverEndpointMessages({ since: new Date(Date.now() - 3_600_000) })
  const look = () => {
    stats.reload()
    attempts.reload()
  }
  return (
    <>
      <code>{secret.data?.key}</code>
      <output>
        {attempts.data?.map(({ responseStatusCode }) => responseStatusCode).join(' ')}
      </output>
      <i>{stats.data && `${stats.data.success} of ${stats.data.success + stats.data.fail}`}</i>
      <button type="button" onClick={() => void secret.rotateSecret({}).then(secret.reload)}>
        Rotate
      </button>
      <button type="button" onClick={() => void example()}>
        Example
      </button>
      <button type="button" onClick={() => void recover()}>
        Recover
      </button>
      <button type="button" onClick={look}>
        Look
      </button>
    </>
  )
}

function Messages() {
  const messages = useMessages({ limit: 5 })
  const types = useEventTypes({ limit: 5 })
  return (
    <section aria-label="Messages">
      <output>
        {messages.data && types.data && `${messages.data.length} ${types.data.length}`}
      </output>
    </section>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
