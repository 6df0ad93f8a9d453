import type { ProofRequest, ProofType } from '@countersign/contracts/transactions'

/** What the customer is to do. */
export const proofWords: Readonly<Record<ProofType, string>> = {
  'eip-191': 'Sign a message (EIP-191)',
  'eip-712': 'Sign typed data (EIP-712)',
  'xrp-secp256k1': 'Sign a message (XRP, secp256k1)',
  'xrp-ed25519': 'Sign a message (XRP, Ed25519)',
  'tip-191': 'Sign a message (TIP-191)',
  'bip-322': 'Sign a message (BIP-322)',
  'bip-137': 'Sign a message (BIP-137)',
  ed25519: 'Sign a message (Ed25519)',
  'xlm-ed25519': 'Sign a message (SEP-53)',
  'satoshi-test': 'Make a small payment (Satoshi test)',
  'eip-1271': 'Sign with a contract wallet (EIP-1271)',
  'cip-8': 'Sign a message (CIP-8)',
  xpub: 'Provide an extended public key',
  siwe: 'Provide a Sign-In with Ethereum message',
  siwx: 'Provide a sign-in message (CAIP-122)',
  screenshot: 'Send a screenshot',
  declaration: 'Declare it in words',
}

/** How the company reads the kinds. */
export const proofNames: Readonly<Record<ProofType, string>> = {
  'eip-191': 'EIP-191 signature',
  'eip-712': 'EIP-712 signature',
  'xrp-secp256k1': 'XRP signature (secp256k1)',
  'xrp-ed25519': 'XRP signature (Ed25519)',
  'tip-191': 'TIP-191 signature',
  'bip-322': 'BIP-322 signature',
  'bip-137': 'BIP-137 signature',
  ed25519: 'Ed25519 signature',
  'xlm-ed25519': 'SEP-53 signature',
  'satoshi-test': 'Satoshi test',
  'eip-1271': 'Contract wallet’s signature (EIP-1271)',
  'cip-8': 'CIP-8 signature',
  xpub: 'Extended public key',
  siwe: 'Sign-In with Ethereum',
  siwx: 'Sign-in message (CAIP-122)',
  screenshot: 'Screenshot',
  declaration: 'Declaration',
}

/** What belongs in the field of a proof; undefined where its label says it. */
const hints: Readonly<Partial<Record<ProofType, string>>> = {
  'satoshi-test': 'Your wallet shows it once the payment is sent',
  'xrp-secp256k1': 'The public key, a space, then the signature: both in hexadecimal',
  'xrp-ed25519': 'The public key, a space, then the signature: both in hexadecimal',
  'cip-8': 'The signature, a space, then the key: both in hexadecimal',
  xpub: 'Starts with xpub, ypub or zpub. It lets the company see every address in the account',
  declaration: 'For example: this wallet is mine',
}
export const hintOf = (type: ProofType): string | undefined => hints[type]

/** The name of the field of a proof. */
export function labelOf(type: ProofType): string {
  if (type === 'satoshi-test') return 'Transaction hash'
  if (type === 'declaration') return 'What you declare'
  return type === 'xpub' ? 'Extended public key' : 'Signature'
}

/** Where a request stands. */
export function requestWords({ state, proof }: ProofRequest): string {
  if (proof?.result === 'DECLARED') return 'Declared only'
  if (proof) return proof.type === 'satoshi-test' ? 'Verified by payment' : 'Verified by signature'
  if (state === 'PAID') return 'Payment to be confirmed'
  return state === 'OPEN' ? 'Waiting for the customer' : 'Expired'
}
