import type pg from 'pg'
import { schemas } from './product-fields.fixture.ts'

/** A line for each table of the product, which changes with any row; sessions only note when they were used. */
export async function keptRows(owner: pg.Pool): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = any($1) and tablename <> 'session' order by 1`,
    [[...schemas, 'webhooks']],
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${name} t`,
    )
    lines.push(`${name}: ${rows[0]?.sum}`)
  }
  return lines
}
