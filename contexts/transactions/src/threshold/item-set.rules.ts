import {
  type Requirement,
  type RequirementItem,
  requirementItems,
} from '@countersign/contracts/trust'

/** A set of items as the bits of a number: there are twelve. */
export type ItemSet = number

export const bitOf = (item: RequirementItem): ItemSet => 1 << requirementItems.indexOf(item)

export const setOf = (items: Iterable<RequirementItem>): ItemSet =>
  [...items].reduce((set, item) => set | bitOf(item), 0)

/** The items of a set, in their usual order. */
export const itemsOf = (set: ItemSet): RequirementItem[] =>
  requirementItems.filter((item) => (set & bitOf(item)) !== 0)

/** The sets that contain none of the others, the smallest first. */
export function minimal(sets: readonly ItemSet[]): ItemSet[] {
  const kept: ItemSet[] = []
  for (const set of [...new Set(sets)].sort((a, b) => sizeOf(a) - sizeOf(b) || a - b))
    if (!kept.some((smaller) => (smaller & set) === smaller)) kept.push(set)
  return kept
}

const sizeOf = (set: ItemSet): number => itemsOf(set).length

/** Every way of choosing one set of each list, put together; the smallest of them. */
export const combined = (lists: readonly (readonly ItemSet[])[]): ItemSet[] =>
  lists.reduce<ItemSet[]>(
    (sets, list) => minimal(sets.flatMap((set) => list.map((other) => set | other))),
    [0],
  )

/**
 * The smallest sets of items that would meet a requirement, beside those at hand. An empty set: it is
 * met; no set at all: it never can be.
 * @param never items that this person or company cannot have
 */
export function waysToMeet(requirement: Requirement, have: ItemSet, never: ItemSet): ItemSet[] {
  if (typeof requirement === 'string') {
    const bit = bitOf(requirement)
    if (have & bit) return [0]
    return never & bit ? [] : [bit]
  }
  return 'all' in requirement
    ? combined(requirement.all.map((part) => waysToMeet(part, have, never)))
    : minimal(requirement.any.flatMap((part) => waysToMeet(part, have, never)))
}
