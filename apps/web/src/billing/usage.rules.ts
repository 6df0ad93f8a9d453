import type { Usage } from '@countersign/contracts/billing'

/** How many groups a chart tells apart; what is left is one more. */
export const chartGroups = 4

/** A group of usage, with its key in the rows of a chart. */
export type UsageGroup = { readonly key: string; readonly by: string | null | undefined }

/** The key of everything that has no group of its own in a chart. */
export const otherGroups = 'others'

/** The groups with the most units, the largest first; the rest is left to {@link otherGroups}. */
export function groupsOf(rows: Usage['rows']): readonly UsageGroup[] {
  const units = new Map<string | null | undefined, number>()
  for (const { by, units: more } of rows) units.set(by, (units.get(by) ?? 0) + more)
  const all = [...units].toSorted(([, one], [, other]) => other - one)
  const shown = all.length > chartGroups + 1 ? all.slice(0, chartGroups) : all
  return shown.map(([by], at) => ({ key: `group${at}`, by }))
}

const dayMs = 86_400_000

/** Each day of the period, also those without transfers, with the units of each group. */
export function daysOf(
  { rows, period: { from, to } }: Usage,
  groups: readonly UsageGroup[],
): readonly ({ label: string } & Record<string, string | number>)[] {
  const keys = new Map(groups.map(({ by, key }) => [by, key]))
  const found = Map.groupBy(rows, ({ start }) => start)
  const days: ({ label: string } & Record<string, string | number>)[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += dayMs) {
    const label = new Date(at).toISOString().slice(0, 10)
    const day: (typeof days)[number] = { label }
    for (const { by, units } of found.get(label) ?? []) {
      const key = keys.get(by) ?? otherGroups
      day[key] = Number(day[key] ?? 0) + units
    }
    days.push(day)
  }
  return days
}

/** How often what is counted is asked for again, in ms: the plan, the limits and the chart, so that they agree. */
export const countsEvery = 15_000
