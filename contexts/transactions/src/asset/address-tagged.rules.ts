import {
  base32Bytes,
  base32Text,
  crc16,
  decodeXrp,
  encodeXrp,
  expectThat,
} from './address-checksum.rules.ts'

/** An address, and the tag that was part of it. */
export type Tagged = { readonly address: string; readonly tag: string | null }

const numberAt = (bytes: Uint8Array, from: number, size: number) =>
  new DataView(bytes.buffer, bytes.byteOffset + from, size)

/** XRP: a classic address (`r…`), or an X-address of XLS-5, which holds its tag. */
export function xrp(text: string): Tagged {
  expectThat(text.length <= 60)
  const body = decodeXrp(text)
  if (text.startsWith('r')) {
    expectThat(body.length === 21 && body[0] === 0)
    return { address: text, tag: null }
  }
  const [first, second] = body
  const flag = body[22]
  // Two bytes say that it is of the main network; one whether a tag follows, in four of the last eight.
  expectThat(body.length === 31 && first === 0x05 && second === 0x44)
  const low = numberAt(body, 23, 8).getUint32(0, true)
  const high = numberAt(body, 23, 8).getUint32(4, true)
  expectThat(high === 0 && (flag === 1 || (flag === 0 && low === 0)))
  const address = encodeXrp(Uint8Array.of(0, ...body.subarray(2, 22)))
  return { address, tag: flag === 1 ? String(low) : null }
}

const account = 6 << 3
const muxed = 12 << 3
const contract = 2 << 3

/** Stellar: an account (`G…`), a contract (`C…`), or an account with its number (`M…`, SEP-23). */
export function stellar(text: string): Tagged {
  expectThat(text.length === 56 || text.length === 69)
  const bytes = base32Bytes(text)
  const body = bytes.subarray(0, -2)
  expectThat(base32Text(bytes) === text)
  expectThat(numberAt(bytes, body.length, 2).getUint16(0, true) === crc16(body))
  const [version] = body
  if (version !== muxed) {
    expectThat(body.length === 33 && (version === account || version === contract))
    return { address: text, tag: null }
  }
  expectThat(body.length === 41)
  const plain = Uint8Array.of(account, ...body.subarray(1, 33))
  const sum = crc16(plain)
  return {
    address: base32Text(Uint8Array.of(...plain, sum & 0xff, sum >> 8)),
    tag: String(numberAt(body, 33, 8).getBigUint64(0)),
  }
}
