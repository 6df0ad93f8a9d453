/** The part of Web Crypto that webhooks need; `globalThis.crypto` of browsers and of Node from 20 on. */
export type WebCrypto = { readonly subtle: SubtleCrypto }

/** Web Crypto of this place. @throws when there is none */
export function webCrypto(given?: WebCrypto): WebCrypto {
  const found: WebCrypto | undefined = given ?? globalThis.crypto
  if (found?.subtle) return found
  throw new Error(
    'No Web Crypto here: give the option `crypto`, in Node 18 `webcrypto` of node:crypto',
  )
}
