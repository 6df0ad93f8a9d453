import pg from 'pg'

/** Runs one statement on a connection of its own; a template being copied is waited for. */
export async function run(url: string, statement: string): Promise<void> {
  await query(url, statement)
}

/** Runs one statement on a connection of its own. @returns its rows */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
