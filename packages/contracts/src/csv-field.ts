/** OWASP's list, and the full-width twins that East Asian spreadsheets take as the same. */
const runs = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A text that a spreadsheet would run as a formula, with the apostrophe that keeps it a text. */
export const asText = (text: string): string => (runs.test(text) ? `'${text}` : text)

/** A field of RFC 4180, in quotes where it needs them. */
export const csvField = (text: string): string =>
  /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text
