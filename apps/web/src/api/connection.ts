import { useSyncExternalStore } from 'react'
import { type Connection, connectionWatch } from './connection.rules.ts'

/** What the calls of this page tell of the connection. */
export const connection = connectionWatch(Date.now)

/** Whether the server can be reached, kept up to date. */
export const useConnection = (): Connection =>
  useSyncExternalStore(connection.subscribe, connection.current)
