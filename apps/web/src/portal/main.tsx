import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { speakAsAsked } from './language.ts'
import { open } from './session.ts'
import { Shell } from './shell.tsx'
import { applyTheme } from './theme.ts'
import '../styles.css'

applyTheme(undefined)
// First of all: it takes the token out of the address.
const opening = open()
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 2000, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
const speaking = speakAsAsked()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
const page = createRoot(root)
void speaking.then(() =>
  page.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Shell opening={opening} />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
