/** Adds a vendor's script to the page; that it cannot be loaded is nobody's trouble. */
export function addScript(src: string): void {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
}

/** Calls a function that a vendor's script put on the page, or its stand-in before that. */
export function callGlobal(name: string, ...values: unknown[]): void {
  const found: unknown = Reflect.get(globalThis, name)
  if (typeof found === 'function') Reflect.apply(found, undefined, values)
}
