/** For calls that a timer makes: they do not count as activity, so that an idle session can end. */
export const background = { 'X-Background': '1' }
