/** Takes a query parameter out of the address, without a reload and without a step for Back. */
export function removeQueryParameter(name: string): void {
  const url = new URL(location.href)
  if (!url.searchParams.has(name)) return
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}
