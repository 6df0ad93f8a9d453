import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { keptFile } from '../kept-file.ts'

const Keys = z.object({
  /** RS256 key that signs tokens, private. */
  signing: z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), e: z.string() }),
  cookies: z.string(),
})

/** What the embedded provider has to remember, so that a restart signs nobody out. */
export type IdpKeys = z.infer<typeof Keys>

/** Reads the keys of the directory, or makes them there, readable by their owner alone. */
export async function idpKeys(dataDir: string): Promise<IdpKeys> {
  const file = join(dataDir, 'identity-provider.json')
  return Keys.parse(JSON.parse(await keptFile(file, () => JSON.stringify(newKeys()))))
}

const newKeys = () => ({
  signing: {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    use: 'sig',
    alg: 'RS256',
  },
  cookies: randomBytes(32).toString('base64url'),
})
