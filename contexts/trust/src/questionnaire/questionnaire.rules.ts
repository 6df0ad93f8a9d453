import {
  type DdqAnnex,
  type DdqVersion,
  ddqKeptDays,
  ddqValidDays,
  SignedDeclaration,
} from '@countersign/contracts/trust'

const day = 86_400_000

/** How long a person counts as editing after they last said so. */
export const editingMs = 20_000

/** When a version submitted now stops being current. */
export const expiryOf = (at: Date) => new Date(at.getTime() + ddqValidDays * day)

/** Whether a version is current. */
export const statusOf = (expiresAt: Date, now: number): DdqVersion['status'] =>
  expiresAt.getTime() <= now ? 'EXPIRED' : 'SUBMITTED'

/** Until when a draft that was discarded can be brought back. */
export const keptUntil = (discardedAt: Date) => new Date(discardedAt.getTime() + ddqKeptDays * day)

/** Whether a draft that was discarded can be brought back. */
export const isKept = (
  { discarded_at, restored_at }: { discarded_at: Date; restored_at: Date | null },
  now: Date,
): boolean => restored_at === null && keptUntil(discarded_at) > now

/** The documents annexed to a version, by its declaration as it is stored. */
export const annexesOf = (declaration: unknown): DdqAnnex[] =>
  declaration ? SignedDeclaration.parse(declaration).annexes : []
