/** Filters by name, as they stand in the address. */
export type ViewFilters = Readonly<Record<string, string>>

/** The filters that are on. */
export const filtersOf = (search: Readonly<Record<string, string | undefined>>): ViewFilters =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )

/** Whether two sets of filters are the same. */
export const sameFilters = (a: ViewFilters, b: ViewFilters): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name])
