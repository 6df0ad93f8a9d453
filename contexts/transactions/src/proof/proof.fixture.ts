import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { granite, kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'

/** A wallet and its owner, who signs as wallets do. */
export function wallet() {
  const { secretKey } = secp256k1.keygen()
  const account = keccak_256(secp256k1.getPublicKey(secretKey, false).slice(1)).slice(12)
  return {
    address: `0x${bytesToHex(account)}`,
    sign(message: string): string {
      const text = utf8ToBytes(message)
      const head = utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`)
      const [recovery = 0, ...rest] = secp256k1.sign(
        keccak_256(concatBytes(head, text)),
        secretKey,
        {
          prehash: false,
          format: 'recovered',
        },
      )
      return `0x${bytesToHex(Uint8Array.from(rest))}${(27 + recovery).toString(16)}`
    },
  }
}

/** The context, with customers who are asked to prove a wallet. */
export async function proofFixture() {
  const fixture = await transfersFixture()
  let last = 0
  return {
    fixture,
    /** A customer of Kestrel, asked to prove a wallet. */
    asked: async (address: string, depositAddress?: string) => {
      const customerRef = `W-${last++}`
      const legalPerson = {
        name: {
          nameIdentifier: [
            { legalPersonName: 'Wallet Ltd', legalPersonNameIdentifierType: 'LEGL' },
          ],
        },
      }
      await fixture.customersOf(kestrel).create({ body: { customerRef, ivms101: { legalPerson } } })
      const { link, request } = await fixture.proofsOf(kestrel).request({
        body: {
          customerRef,
          address,
          network: 'ethereum',
          ...(depositAddress && { depositAddress }),
        },
      })
      return { customerRef, request, link, token: new URL(link).hash.slice(1) }
    },
    /** Whoever has the link: another company's server would answer them alike. */
    customer: () => fixture.proofsOf(granite),
    stateOf: async (customerRef: string) =>
      (await fixture.proofsOf(kestrel).list({ query: { customerRef } })).requests[0],
  }
}
