/** FATF's call for action, as published in October 2025. */
export const callForAction: readonly string[] = ['IR', 'KP', 'MM']
