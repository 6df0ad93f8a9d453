const name = 'portal.token'

/** In a frame that may keep nothing, the token lives as long as the page. */
let inMemory: string | null = null

/** The token of this tab: it survives a reload and ends with the tab. */
export const keptToken = {
  read: (): string | null => {
    try {
      return sessionStorage.getItem(name) ?? inMemory
    } catch {
      return inMemory
    }
  },
  write: (token: string | null): void => {
    inMemory = token
    try {
      if (token === null) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, token)
    } catch {
      // Storage is closed to a page in a sandboxed frame.
    }
  },
}
