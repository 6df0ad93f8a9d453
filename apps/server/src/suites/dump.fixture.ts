import type pg from 'pg'

/**
 * The rows of a whole database by their tables, as `pg_dump` has them: each is copied by the server, its owner past all
 * policies, with bytes as hex. Partitions are tables of their own. Besides what a dump has, it holds the server's
 * samples of columns, which outlast rows until the next `analyze`.
 */
export async function dumpOf(owner: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     union all values ('pg_catalog.pg_largeobject'), ('pg_catalog.pg_description'), ('pg_catalog.pg_statistic')
     order by 1`,
  )
  // Within the server's own folder, where it may write whoever runs it; the folder goes with the tests.
  const file = `dump-${crypto.randomUUID()}`
  const { rows: settings } = await owner.query<{ data_directory: string }>('show data_directory')
  const write = (what: string) =>
    owner.query(`copy ${what} to '${settings[0]?.data_directory}/${file}'`)
  const texts = new Map<string, string>()
  for (const { name } of rows) {
    await write(name)
    const read = await owner.query<{ text: string }>(`select pg_read_file('${file}') as text`)
    texts.set(name, read.rows[0]?.text ?? '')
  }
  await write('(select where false)')
  return texts
}

/** What finds texts as they are, in bytes that are shown as hex, and within base64, wherever they begin in it. */
export function finderOf(marks: readonly string[]): (text: string) => boolean {
  const base64 = marks.flatMap((mark) =>
    [0, 1, 2].map((before) => {
      const all = Buffer.concat([Buffer.alloc(before), Buffer.from(mark)]).toString('base64url')
      // The first and the last letters also hold bits of what stands beside the text.
      return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + mark.length) * 8) / 6))
    }),
  )
  const plain = marks.flatMap((mark) => [mark, Buffer.from(mark).toString('hex')])
  const isThere = (list: readonly string[], text: string) => list.some((one) => text.includes(one))
  const lower = plain.map((one) => one.toLowerCase())
  return (text) => isThere(lower, text.toLowerCase()) || isThere(base64, text)
}
