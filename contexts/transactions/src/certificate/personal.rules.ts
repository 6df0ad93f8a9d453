import type { PdfBlock } from '@countersign/contracts/report'

/** Names of IVMS101 such as `primaryIdentifier` as words. */
const words = (name: string): string => {
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Each value of a tree with the names that lead to it; places in lists have none. */
function leaves(
  tree: unknown,
  path: readonly string[] = [],
): [path: readonly string[], text: string][] {
  if (tree === null || tree === undefined) return []
  if (Array.isArray(tree)) return tree.flatMap((one: unknown) => leaves(one, path))
  if (typeof tree === 'object')
    return Object.entries(tree).flatMap(([name, value]) => leaves(value, [...path, name]))
  return [[path, String(tree)]]
}

/** IVMS101 data on paper: one part for each party, a line for each value. */
export function personalBlocks(ivms101: unknown): PdfBlock[] {
  const parties = Object.entries(Object(ivms101)).filter(([name]) => name !== 'payloadMetadata')
  return parties.flatMap(([name, tree]): PdfBlock[] => {
    const rows = leaves(tree).map(
      ([path, text]) => [path.slice(-2).map(words).join(': ') || words(name), text] as const,
    )
    if (rows.length === 0) return []
    return [
      { type: 'heading', text: `Personal data: ${words(name).toLowerCase()}` },
      { type: 'facts', rows },
    ]
  })
}
