import type { Errors } from '@countersign/contracts/site'
import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser'
import { scrubError } from './scrub.ts'
import type { ErrorReports } from './vendor.ts'

/** Sentry, or what speaks its protocol. None of its own collectors: they read what people click on. */
export function start({ dsn }: Errors): ErrorReports {
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
  })
  const scope = new Scope()
  scope.setClient(client)
  client.init()
  return {
    setRole: (role) => scope.setTag('role', role),
    error: (error) => {
      const { name, message, stack } = scrubError(error)
      scope.captureException(Object.assign(new Error(message), { name, stack }))
    },
  }
}
