import { createHash, randomBytes } from 'node:crypto'
import { run } from '@countersign/kit/testing'

/** Opens a session for a user that the identity provider would call `subject`. @returns the cookie */
export async function signedIn(databaseUrl: string, subject: string): Promise<string> {
  if (!/^[a-z0-9-]+$/.test(subject)) throw new Error(`Not a subject of the tests: ${subject}`)
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  await run(
    databaseUrl,
    `insert into identity.session
       select '\\x${hash}', id, now(), now(), now() + interval '1 hour', 'none', 'test'
       from identity."user" where subject = '${subject}'`,
  )
  return `countersign=${secret}`
}
