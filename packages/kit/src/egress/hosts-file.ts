import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Addresses by name, as a hosts file gives them; names in lower case. */
export type Hosts = ReadonlyMap<string, readonly string[]>

const systemPath =
  process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts'

/** The file is looked at again after so many milliseconds. */
const checkMs = 1000

/** Reads the text of a hosts file; lines that make no sense are passed over, as resolvers do. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    if (isIP(address) === 0 || address.includes('%')) continue
    for (const name of names) hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}

/**
 * What the hosts file says of a name; the file may change at any time.
 * @param now monotonic milliseconds
 */
export function hostsFile({
  path = systemPath,
  now = () => performance.now(),
}: {
  path?: string
  now?: () => number
} = {}): (name: string) => Promise<readonly string[]> {
  let hosts: Hosts = new Map()
  let version = ''
  let checkAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  const check = async () => {
    const { mtimeMs, size } = await stat(path)
    if (version === `${mtimeMs} ${size}`) return
    hosts = parseHosts(await readFile(path, 'utf8'))
    version = `${mtimeMs} ${size}`
  }

  return async (name) => {
    if (now() >= checkAt) {
      checkAt = now() + checkMs
      // A machine without the file, or that may not read it, has no such names.
      checking = check().catch(() => undefined)
    }
    await checking
    return hosts.get(name) ?? []
  }
}
