import type { DirectoryQuery } from '@countersign/contracts/trust'
import { invalid } from '@countersign/kit/errors'
import * as z from 'zod/mini'
import { countDirectory, findDirectoryPage, type Place } from './directory.store.ts'
import type { TrustDatabase } from './tables.ts'
import { listedVasp } from './vasp.store.ts'

const Cursor = z.tuple([z.enum(['next', 'previous']), z.int(), z.string(), z.string()])

function placeOf(cursor: string): Place {
  try {
    const [direction, rank, sortName, did] = Cursor.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    )
    return { direction, rank, sortName, did }
  } catch {
    throw invalid(['query', 'cursor'], 'Not a place in this list', 'invalid_iterator')
  }
}

type Row = Awaited<ReturnType<typeof findDirectoryPage>>[number]

const cursorAt = (direction: Place['direction'], row: Row | undefined) =>
  row
    ? Buffer.from(JSON.stringify([direction, row.rank, row.sort_name, row.vasp_did])).toString(
        'base64url',
      )
    : null

/** One page of the directory. Its order is stable, so a page holds still while companies come and go. */
export async function listDirectory(database: TrustDatabase, query: DirectoryQuery) {
  const place = query.cursor === undefined ? undefined : placeOf(query.cursor)
  const { found, total } = await database.withNobody(async (tx) => ({
    found: await findDirectoryPage(tx, query, place),
    total: await countDirectory(tx, query),
  }))
  const more = found.length > query.per_page
  const page = found.slice(0, query.per_page)
  if (place?.direction === 'previous') page.reverse()
  const back = place?.direction === 'previous'
  return {
    vasps: page.map(listedVasp),
    pagination: {
      per_page: query.per_page,
      total,
      next: back || more ? cursorAt('next', page.at(-1)) : null,
      previous: back
        ? more
          ? cursorAt('previous', page[0])
          : null
        : place
          ? cursorAt('previous', page[0])
          : null,
    },
  }
}
