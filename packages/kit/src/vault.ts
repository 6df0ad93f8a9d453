import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Encrypts short secrets at rest. `place` says where a text belongs; elsewhere it does not open. */
export type Vault = {
  /** @returns `v1.<key id>.<base64url of nonce, ciphertext and tag>` */
  seal(text: string, place: string): string
  /** @throws when the text was not sealed for this place, was altered, or its key is gone */
  open(sealed: string, place: string): string
  /** Whether the current key sealed it; false for what an older one sealed. */
  isCurrent(sealed: string): boolean
}

/** A key-encryption key: 32 bytes and the id by which sealed texts name it. */
export type MainSecret = { readonly id: string; readonly key: Uint8Array }

/** AES-256-GCM under a key derived from the first secret; the others only open. */
export function vault(secrets: readonly [MainSecret, ...MainSecret[]]): Vault {
  const keys = new Map(
    secrets.map(({ id, key }) => [
      id,
      createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'countersign vault', 32))),
    ]),
  )
  const keyOf = (id: string) => {
    const key = keys.get(id)
    if (!key) throw new Error(`No key with id ${id}`)
    return key
  }
  const current = secrets[0].id
  return {
    seal: (text, place) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current), nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `v1.${current}.${body.toString('base64url')}`
    },
    isCurrent: (sealed) => sealed.startsWith(`v1.${current}.`),
    open: (sealed, place) => {
      const [version, id = '', text = ''] = sealed.split('.')
      if (version !== 'v1') throw new Error('Not a sealed text')
      const body = Buffer.from(text, 'base64url')
      if (sealed !== `v1.${id}.${body.toString('base64url')}`)
        throw new Error('Written differently')
      const cipher = createDecipheriv('aes-256-gcm', keyOf(id), body.subarray(0, 12), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(body.subarray(-16))
      return cipher.update(body.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
    },
  }
}
