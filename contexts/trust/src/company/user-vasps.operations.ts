import type { Input } from '@countersign/contracts'
import { type trust, type UserVaspList, userVaspGroups } from '@countersign/contracts/trust'
import { cursorOf, noSuchPlace, PlaceText } from '@countersign/kit/cursor'
import { companyDomain } from '@countersign/kit/mail-domain'
import type { Vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import type { OwnTransaction } from '../handlers.ts'
import { listedVasp } from '../profile/index.ts'
import { findUserVasps, type Group } from './user-vasps.store.ts'

const cursors = cursorOf('own companies', z.tuple([z.enum(userVaspGroups), PlaceText, PlaceText]))

/**
 * A user's companies: those they hold a role in, and by the registrable domain of their verified address
 * those that an admin could let them join, or that nobody has claimed yet.
 */
export async function listUserVasps(
  { caller: { viewer }, deps: { database, vault } }: OwnTransaction,
  { query }: Input<typeof trust.vasp.userVaspList>,
): Promise<UserVaspList> {
  const place = query.cursor === undefined ? undefined : placeOf(vault, query.cursor)
  const only = place?.group ?? query.group
  if (query.group && only !== query.group) throw noSuchPlace()
  const own = [...viewer.grants, ...(viewer.suspended ?? [])].flatMap(
    ({ vaspDID }) => vaspDID ?? [],
  )
  const domain = viewer.email === null ? null : companyDomain(viewer.email)
  const groups: Record<(typeof userVaspGroups)[number], Group | undefined> = {
    loginable: { own },
    joinable: domain === null ? undefined : { domain, hasAdmin: true, but: own },
    claimable: domain === null ? undefined : { domain, hasAdmin: false, but: own },
  }
  const list: UserVaspList = {
    loginable: [],
    joinable: [],
    claimable: [],
    next: { loginable: null, joinable: null, claimable: null },
  }
  await database.withNobody(async (tx) => {
    for (const name of userVaspGroups) {
      const group = groups[name]
      if (!group || (only && only !== name)) continue
      const rows = await findUserVasps(tx, group, {
        q: query.q,
        limit: query.per_page,
        after: place?.after,
      })
      const page = rows.slice(0, query.per_page)
      list[name] = page.map(listedVasp)
      const last = page.at(-1)
      if (rows.length > page.length && last)
        list.next[name] = cursors.write(vault, [name, last.sort_name, last.vasp_did])
    }
  })
  return list
}

function placeOf(vault: Vault, cursor: string) {
  const [group, sortName, did] = cursors.read(vault, cursor)
  return { group, after: [sortName, did] as const }
}
