/** An address without identifying parts: no query, no fragment, no id in the path. */
export function scrubUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  return scrubIds(path)
}

/** A text without email addresses, ids, quoted words and the queries of addresses. */
export function scrubText(text: string): string {
  return scrubIds(text)
    .replaceAll(/[\w.+%'-]+(@|%40)[\w.-]+/gi, ':email')
    .replaceAll(/(https?:\/\/[^\s?#]*|\/[\w./:-]*)[?#]\S*/g, '$1')
    .replaceAll(/(["“”«»])[^"“”«»]*(["“”«»])/g, '$1…$2')
}

/** Ids in the forms that we use: DIDs, also encoded, our prefixed ids, UUIDs, long numbers and hashes. */
function scrubIds(text: string): string {
  return text
    .replaceAll(/did(:|%3a)[a-z0-9]+(:|%3a)[\w.:%-]+/gi, ':did')
    .replaceAll(/\b[a-z]{2,6}_[0-9A-Za-z]{16,}\b/g, ':id')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{20,27}\b/gi, ':id')
    .replaceAll(/\b(0x)?[0-9a-f]{16,}\b/gi, ':id')
}

/** Of an error only what we wrote ourselves: a server's message may name people. */
export function scrubError(error: unknown): { name: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { name: 'Unknown', message: 'Not an error', stack: '' }
  const status: unknown = Reflect.get(error, 'status')
  const message = typeof status === 'number' ? `error code ${status}` : scrubText(error.message)
  // The first lines of a stack repeat the message.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at |@/.test(line))
  const stack = [`${error.name}: ${message}`, ...frames.map(scrubIds)].join('\n')
  return { name: error.name, message, stack }
}
