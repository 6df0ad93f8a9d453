import { store } from '../browser/index.ts'

/** What is open over the page: the palette or the list of shortcuts. */
export const layer = store<'palette' | 'help' | null>(null)

/** Whether the user wants to see the cookie question again. */
export const askingAboutCookies = store(false)
