import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connection } from './api/index.ts'
import './problems.ts'
import { createAppRouter } from './routes.tsx'
import { configQuery, followLook, viewerQuery } from './session/index.ts'
import { App } from './shell/index.ts'
import './styles.css'

followLook()
addEventListener('offline', connection.failed)
const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a call fails at once and says so: it does not wait unseen, and a write is
    // never kept to be sent later.
    queries: { staleTime: 2000, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
// Every page waits for these two; they are on their way while the first screen's code comes.
void queryClient.prefetchQuery(viewerQuery)
void queryClient.prefetchQuery(configQuery)
const router = createAppRouter(queryClient)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
// What a boundary caught is on the screen; it is told like what nobody caught.
createRoot(root, { onCaughtError: (error) => reportError(error) }).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
