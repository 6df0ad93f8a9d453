import { download } from '@countersign/kit/download'
import { parseSubnets } from '@countersign/kit/egress-address'
import { fail } from '@countersign/kit/errors'
import { upstreamFailure } from './upstream.ts'

const most = 5 * 1024 * 1024
const timeoutMs = 10_000
const loopback = parseSubnets('127.0.0.0/8,::1/128')
const wire = 'UpstreamError'

/** Where a provider keeps its files. */
export type FilePlaces = {
  /** Hosts of its own: `.stripe.com` is that name’s whole family. */
  readonly hosts: readonly string[]
  /** The API of this deployment where it is not the provider’s usual one; may be on this machine. */
  readonly url?: string | undefined
}

/** The PDF of an invoice, from where the provider said it is. @throws 502, 503 */
export async function invoiceFile(address: string, { hosts, url }: FilePlaces): Promise<Buffer> {
  const own = url === undefined ? undefined : new URL(url).origin
  const file = await download(address, {
    mayAsk: ({ origin, protocol, hostname }) =>
      origin === own ||
      (protocol === 'https:' && hosts.some((one) => `.${hostname}`.endsWith(one))),
    allow: own === undefined ? [] : loopback,
    maxBytes: most,
    timeoutMs,
  })
  if (file === 'failed') throw upstreamFailure(undefined)
  if (file === 'too large')
    throw fail('bad_gateway', 'This invoice’s PDF is larger than 5 MB. Open it at the provider.', {
      wire,
    })
  if (file === 'refused' || !file.subarray(0, 1024).includes('%PDF-'))
    throw fail('bad_gateway', 'The billing provider gave no PDF. Open the invoice there instead.', {
      wire,
    })
  return file
}
