import type { ProofRequest, ProofType } from '@countersign/contracts/transactions'

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
  declaration: 'Declare it in words',
  screenshot: 'Send a screenshot',
}

/** Where a request stands. */
export function requestWords({ state, proof }: ProofRequest): string {
  if (proof?.result === 'DECLARED') return 'Declared only'
  if (proof) return proof.type === 'satoshi-test' ? 'Verified by payment' : 'Verified by signature'
  if (state === 'PAID') return 'Payment to be confirmed'
  return state === 'OPEN' ? 'Waiting for the customer' : 'Expired'
}
