import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { SealedId } from './data-key.ts'
import { draw } from './draw.ts'

type Leaf = string | number | boolean | null

/** JSON, as IVMS101 has it. */
export type Tree = Leaf | readonly Tree[] | { readonly [name: string]: Tree }

/** The same shape; each leaf is the base64url of nonce (12 bytes), ciphertext and tag (16). */
export type SealedTree = string | readonly SealedTree[] | { readonly [name: string]: SealedTree }

const escaped = (name: string) =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name

const isList = (node: unknown): node is readonly unknown[] => Array.isArray(node)
const isBranch = (node: unknown): node is { readonly [name: string]: unknown } =>
  typeof node === 'object' && node !== null

/** Calls `change` for each leaf, with its JSON pointer (RFC 6901). */
function mapLeaves(
  node: unknown,
  change: (leaf: unknown, pointer: string) => unknown,
  pointer = '',
): unknown {
  if (isList(node)) return node.map((one, at) => mapLeaves(one, change, `${pointer}/${at}`))
  if (!isBranch(node)) return change(node, pointer)
  return Object.fromEntries(
    Object.entries(node).map(([name, one]) => [
      name,
      mapLeaves(one, change, `${pointer}/${escaped(name)}`),
    ]),
  )
}

/** What a leaf is bound to: elsewhere it does not open. */
const placeOf = ({ transferId, part, version }: SealedId, pointer: string) =>
  Buffer.from([transferId, part, version, pointer, 'json'].join('|'))

const nonceLength = 12

/**
 * Seals each leaf of a part under the part's data key. Which fields there are stays readable, so that
 * completeness can be judged without opening anything.
 */
export function sealTree(tree: Tree, id: SealedId, dataKey: Uint8Array): SealedTree {
  const key = createSecretKey(dataKey)
  const sealed = mapLeaves(tree, (leaf, pointer) => {
    const nonce = draw(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeOf(id, pointer))
    const text = cipher.update(JSON.stringify(leaf), 'utf8')
    return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64url')
  })
  // Every leaf has become a text, and nothing else has changed.
  return sealed as SealedTree
}

/** @throws when a leaf was altered, or belongs to another place, part, version or transfer */
export function openTree(tree: SealedTree, id: SealedId, dataKey: Uint8Array): Tree {
  const key = createSecretKey(dataKey)
  const opened = mapLeaves(tree, (leaf, pointer) => {
    const body = Buffer.from(String(leaf), 'base64url')
    if (body.length < 28) throw new Error('Too short to be sealed')
    const cipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceLength), {
      authTagLength: 16,
    })
      .setAAD(placeOf(id, pointer))
      .setAuthTag(body.subarray(-16))
    const text =
      cipher.update(body.subarray(nonceLength, -16), undefined, 'utf8') + cipher.final('utf8')
    return JSON.parse(text)
  })
  // What sealTree sealed was a tree.
  return opened as Tree
}
