import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters: ids of sessions and of sign-ins under way. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret. It has 256 random bits, so a plain hash is enough. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
