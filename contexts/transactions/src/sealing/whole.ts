import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { SealedId } from './data-key.ts'
import { draw } from './draw.ts'
import type { SealedTree, Tree } from './leaf.ts'

/** Data before it is sealed as one: its JSON, and the names of its fields by what they are fields of. */
export type Plain = {
  readonly fields: { readonly [name: string]: readonly string[] }
  readonly text: string
}

/** Data that is sealed as one. Which fields it has stays readable. */
export type Whole = {
  readonly fields: Plain['fields']
  /** The base64url of nonce (12 bytes), ciphertext and tag (16). */
  readonly sealed: string
}

const [nonceLength, tagLength] = [12, 16]

/** What it is bound to: elsewhere, or beside other names of fields, it does not open. */
const placeOf = ({ transferId, part, version }: SealedId, fields: Whole['fields']) => {
  const names = Object.entries(fields).map(([name, inner]) => [name, ...inner].join(','))
  return Buffer.from([transferId, part, version, ...names.toSorted(), 'whole'].join('|'))
}

export const plainOf = (tree: object): Plain => ({
  fields: Object.fromEntries(
    Object.entries(tree).map(([name, inner]) => [name, Object.keys(Object(inner))]),
  ),
  text: JSON.stringify(tree),
})

/** Seals data under its data key: for what nobody opens in parts, a sixth of the time that its leaves take. */
export function sealWhole({ fields, text }: Plain, id: SealedId, dataKey: Uint8Array): Whole {
  const nonce = draw(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(dataKey), nonce).setAAD(
    placeOf(id, fields),
  )
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { fields, sealed: Buffer.concat(parts).toString('base64url') }
}

/** Whether data was sealed as one, and not leaf by leaf. */
export const isWhole = (tree: Whole | SealedTree): tree is Whole =>
  typeof tree === 'object' && 'sealed' in tree && 'fields' in tree

/** @throws when it was altered, or belongs to something else */
export const openWhole = (whole: Whole, id: SealedId, dataKey: Uint8Array): Tree =>
  JSON.parse(openPlain(whole, id, dataKey).text)

/** The same, as it was before it was sealed. */
export function openPlain({ fields, sealed }: Whole, id: SealedId, dataKey: Uint8Array): Plain {
  const body = Buffer.from(sealed, 'base64url')
  if (body.length < nonceLength + tagLength) throw new Error('Too short to be sealed')
  const cipher = createDecipheriv(
    'aes-256-gcm',
    createSecretKey(dataKey),
    body.subarray(0, nonceLength),
    { authTagLength: tagLength },
  )
    .setAAD(placeOf(id, fields))
    .setAuthTag(body.subarray(-tagLength))
  const text = cipher.update(body.subarray(nonceLength, -tagLength), undefined, 'utf8')
  return { fields, text: text + cipher.final('utf8') }
}
