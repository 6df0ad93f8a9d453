import { ownershipTypedData } from '@countersign/contracts/transactions'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const hashOf = (text: string) => keccak_256(utf8ToBytes(text))

type Field = { readonly name: string; readonly type: string }
/** A structure of texts alone, as ours are. */
const structHash = (
  name: string,
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): Uint8Array =>
  keccak_256(
    concatBytes(
      hashOf(`${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`),
      ...fields.map((field) => hashOf(values[field.name] ?? '')),
    ),
  )

/** What a wallet signs by EIP-712 when it is asked whose it is. */
export function typedDigest(statement: string): Uint8Array {
  const { types, primaryType, domain, message } = ownershipTypedData(statement)
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      structHash('EIP712Domain', types.EIP712Domain, domain),
      structHash(primaryType, types[primaryType], message),
    ),
  )
}
