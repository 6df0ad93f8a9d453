/** What a shell takes for exactly this text. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A command that sends a message as an attempt did; what is secret is left out. */
export function curlOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  payload: unknown,
): string {
  return [
    'curl -X POST',
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-raw ${quoted(JSON.stringify(payload))}`,
    `  ${quoted(url)}`,
  ].join(' \\\n')
}
