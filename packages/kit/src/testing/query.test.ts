import { inject, test } from 'vitest'
import { query, testClient, testPool } from './query.ts'

// Vitest fails a run in which an error comes outside any test.
test('[OPS] a connection that the server ends while nobody waits for it fails no test', async () => {
  const connectionString = inject('postgres')
  const client = testClient({ connectionString })
  const pool = testPool({ connectionString, max: 1 })
  await client.connect()
  const pids = await Promise.all(
    [client, pool].map(async (one) => {
      const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid')
      return rows[0]?.pid
    }),
  )
  const ended = Promise.all([
    new Promise((resolve) => client.once('end', resolve)),
    new Promise((resolve) => pool.once('remove', resolve)),
  ])
  await query(
    connectionString,
    `select pg_terminate_backend(pid) from unnest('{${pids}}'::int[]) pid`,
  )
  await ended
  await pool.end()
})
