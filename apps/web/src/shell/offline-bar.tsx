import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { api, background, connection, useConnection } from '../api/index.ts'
import { configQuery, viewerQuery } from '../session/index.ts'
import { StatusBar } from '../ui/page/status-bar.tsx'
import { timeOfDay } from '../ui/value/time-format.ts'
import { useTimeZone } from '../ui/value/time-zone.ts'

/** How often the server is asked whether it is back, in milliseconds. */
const lookEvery = 5000

const once = new Set<unknown>([viewerQuery, configQuery].map((query) => query.queryKey[0]))

/** Says that what the page shows may be old, and looks for the server until it is back. */
export function OfflineBar() {
  const { lost, lastAnswerAt } = useConnection()
  const timeZone = useTimeZone()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!lost) return
    // The call itself tells the connection how it went.
    const look = () => void api.site.config({}, { headers: background }).catch(() => undefined)
    const timer = setInterval(look, lookEvery)
    addEventListener('online', look)
    const stop = connection.subscribe(() => {
      if (connection.current().lost) return
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !once.has(queryKey[0]) })
    })
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      stop()
    }
  }, [lost, queryClient])
  if (!lost) return null
  return (
    <StatusBar icon={WifiOff}>
      {lastAnswerAt === null
        ? 'Offline'
        : `Offline: showing data from ${timeOfDay(new Date(lastAnswerAt), timeZone)}`}
    </StatusBar>
  )
}
