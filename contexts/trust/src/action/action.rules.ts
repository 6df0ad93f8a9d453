import type { ActionItem, OpenItem } from '@countersign/contracts/trust'

const ranks = { high: 0, medium: 1, low: 2 } as const

/** Most urgent first: by severity, then by what is due, then the newest. */
export const byUrgency = (a: ActionItem, b: ActionItem): number =>
  ranks[a.severity] - ranks[b.severity] ||
  (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') ||
  b.createdAt.localeCompare(a.createdAt) ||
  a.id.localeCompare(b.id)

/** Days until a moment; negative when it has passed. */
export const daysUntil = (moment: Date, at: Date): number =>
  Math.floor((moment.getTime() - at.getTime()) / 86_400_000)

/** How much a due date presses: within a week it is high, within a month medium. */
export function pressure(moment: Date, at: Date): OpenItem['severity'] {
  const days = daysUntil(moment, at)
  if (days < 7) return 'high'
  return days < 30 ? 'medium' : 'low'
}

/** A source that found more than anybody can work through says so by its first fifty. */
export const maxOfOneKind = 50
