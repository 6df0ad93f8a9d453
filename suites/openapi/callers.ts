/** Who sends the requests of one run, and to which document's service. */
export type Caller = {
  readonly name: string
  readonly document: 'product' | 'webhooks'
  readonly url: string
  /** What `hooks.py` signs in with. */
  readonly environment?: Readonly<Record<string, string>>
  /** A bearer token that lasts as long as the run. */
  readonly token?: string
}

const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'

/** Every caller: people and a machine at the product, an organisation and a portal's reader at the webhook service. */
export function callers(product: string, service: string, token: () => string): Caller[] {
  const person = (name: string, email: string, machineOf = ''): Caller => ({
    ...{ name, document: 'product', url: product },
    environment: { PRODUCT_URL: product, SIGN_IN_EMAIL: email, MACHINE_OF: machineOf },
  })
  return [
    person('product-network', 'noor@countersign.example'),
    person('product-admin', 'marcus.lim@kestrelbay.example'),
    person('product-viewer', 'linnea.berg@norrland.example'),
    person('product-machine', 'marcus.lim@kestrelbay.example', kestrelBay),
    { name: 'webhooks-organisation', document: 'webhooks', url: service, token: token() },
  ]
}
