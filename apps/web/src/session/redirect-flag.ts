const key = 'suppressMultiVaspRedirect'

/** Whether a company that the viewer cannot log in to leads to the choice of companies. */
export function mayRedirect(): boolean {
  try {
    return sessionStorage.getItem(key) === null
  } catch {
    // Storage may be forbidden (private windows); then nothing was suppressed.
    return true
  }
}

/** Sets or takes away the flag of this browser session. */
export function suppressRedirect(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(key, 'true')
    else sessionStorage.removeItem(key)
  } catch {
    // See `mayRedirect`.
  }
}
