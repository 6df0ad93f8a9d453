/** A code such as PENDING_REVIEW in words. */
export const sentence = (code: string): string =>
  code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
