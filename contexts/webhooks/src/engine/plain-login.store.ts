import {
  type PinnedConnection,
  type Statement,
  textArray,
} from '@countersign/kit/pinned-connection'
import type { Vault } from '@countersign/kit/vault'
import { sealedUrl } from '../endpoint-login.ts'

type Row = { readonly app_id: string; readonly id: string; readonly url: string }

const page = 500

const find: Statement = {
  name: 'plain-login-find',
  text: `select app_id, id, url from webhooks.endpoint
    where url ~ '^[a-zA-Z]+://[^/?#]*@' and (app_id, id) > ($1, $2)
    order by app_id, id limit ${page}`,
}

const seal: Statement = {
  name: 'plain-login-seal',
  text: `update webhooks.endpoint e set url = s.url, login = s.login
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as s(app_id, id, plain, url, login)
    where e.app_id = s.app_id and e.id = s.id and e.url = s.plain`,
}

/** Seals the passwords in URLs that were stored before passwords were sealed. */
export async function sealPlainLogins(connection: PinnedConnection, vault: Vault): Promise<void> {
  let last: Row | undefined
  do {
    const rows: Row[] = await connection.query<Row>(find, [last?.app_id ?? '', last?.id ?? ''])
    const made = rows.map(({ id, url }) => sealedUrl(vault, id, url))
    const columns = [
      rows.map(({ app_id }) => app_id),
      rows.map(({ id }) => id),
      rows.map(({ url }) => url),
      made.map(({ url }) => url),
      made.map(({ login }) => login),
    ]
    if (rows.length > 0) await connection.query(seal, columns.map(textArray))
    last = rows.length < page ? undefined : rows.at(-1)
  } while (last)
}
