import { store } from '../store.ts'

/** What is open over the page: the palette or the list of shortcuts. */
export const layer = store<'palette' | 'help' | null>(null)

/** Whether somebody wants to see the question about cookies again. */
export const askingAboutCookies = store(false)
