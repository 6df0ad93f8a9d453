import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A certificate with its key, as `node:tls` takes them. */
export type TestCert = { cert: string; key: string; issuer: { name: string; key: KeyObject } }

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const seq = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const integer = (n: number): Buffer => der(0x02, Buffer.from([n]))
const ECDSA_SHA256 = seq(oid('2a8648ce3d040302'))
const nameOf = (text: string): Buffer =>
  seq(der(0x31, seq(oid('550403'), der(0x0c, Buffer.from(text)))))
const time = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const extension = (id: string, value: Buffer): Buffer => seq(oid(id), der(0x04, value))

/**
 * Makes a certificate, so that no key lies in the repository.
 * @param options `names` are DNS names; without `by` the certificate signs itself and is an authority.
 */
export function makeCert(options: {
  names: string[]
  by?: TestCert
  notBefore?: Date
  notAfter?: Date
}): TestCert {
  const {
    names,
    by,
    notBefore = new Date('2020-01-01'),
    notAfter = new Date('2049-01-01'),
  } = options
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [name = 'test'] = names
  const issuer = by?.issuer ?? { name, key: privateKey }
  const sans = seq(...names.map((dns) => der(0x82, Buffer.from(dns))))
  const extensions = [extension('551d11', sans)]
  if (by === undefined) extensions.push(extension('551d13', seq(der(0x01, Buffer.from([255])))))
  const body = seq(
    der(0xa0, integer(2)),
    integer(Math.floor(Math.random() * 100) + 1),
    ECDSA_SHA256,
    nameOf(issuer.name),
    seq(time(notBefore), time(notAfter)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, seq(...extensions)),
  )
  const signature = sign('sha256', body, issuer.key)
  const whole = seq(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{1,64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: { name, key: privateKey },
  }
}
