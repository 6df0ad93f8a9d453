/** What a database's rows that never change say, by key; and what an open transaction has added to it. */
type Memory = { readonly shared: Map<string, unknown>; readonly own: Map<string, unknown> }

const memories = new WeakMap<object, Memory>()
/** So much is remembered for a database; then it begins anew. */
const most = 10_000

/** Lets a transaction remember. */
export function takeMemory(tx: object, shared: Map<string, unknown>): void {
  memories.set(tx, { shared, own: new Map() })
}

/** What a transaction learned counts for others once it has committed: it may have added the rows itself. */
export function keepMemory(tx: object): void {
  const { shared, own } = memories.get(tx) ?? { shared: new Map(), own: new Map() }
  if (shared.size + own.size > most) shared.clear()
  for (const [key, value] of own) shared.set(key, value)
}

/** What a row that never changes and never goes says; looked for until it is there. */
export async function remembered<Value>(
  tx: object,
  key: string,
  find: () => Promise<Value>,
): Promise<Value> {
  const memory = memories.get(tx)
  // The key says what kind of value it is.
  for (const map of [memory?.own, memory?.shared]) if (map?.has(key)) return map.get(key) as Value
  const found = await find()
  memory?.own.set(key, found)
  return found
}
