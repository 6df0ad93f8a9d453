const key = 'endedByIdleness'

/** Notes in this tab that the session ends because nobody was there, and on which page. */
export function noteIdleness(): void {
  try {
    sessionStorage.setItem(key, location.pathname)
  } catch {
    // Storage may be forbidden (private windows); then the sign-in page says less.
  }
}

/** The page on which a session ended by idleness in this tab; null when none did. */
export function readIdleness(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** The user is signed in again. */
export function clearIdleness(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // See `noteIdleness`.
  }
}
