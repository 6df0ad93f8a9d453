import * as z from 'zod/mini'
import { Did, Instant, Line } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { CustomerRef } from './address.ts'
import { TxHash } from './creation.ts'
import { actsIn } from './own-operations.ts'
import { OpenReason } from './shapes.ts'
import { Caip2, Decimal } from './values.ts'

/** Signatures that are verified here. */
export const signatureTypes = [
  'eip-191',
  'eip-712',
  'tip-191',
  'bip-322',
  'bip-137',
  'ed25519',
  'xlm-ed25519',
  'xrp-secp256k1',
  'xrp-ed25519',
] as const
export type SignatureType = (typeof signatureTypes)[number]
/**
 * What `eip-712` signs: wallets show it as a form. Without a chain, so that it proves an account on each of them.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export const ownershipTypedData = (message: string) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
    ],
    WalletOwnership: [{ name: 'statement', type: 'string' }],
  },
  primaryType: 'WalletOwnership' as const,
  domain: { name: 'Countersign', version: '1' },
  message: { statement: message },
})

/**
 * Kept as they are given, as nothing here can verify them: the signature of a contract's wallet needs a node, and an
 * extended key says nothing about who holds it. A sign-in (ERC-4361, CAIP-122) is verified where its message has ours
 * in it; others are declared.
 */
export const declaredTypes = [
  'eip-1271',
  'cip-8',
  'xpub',
  'siwe',
  'siwx',
  'screenshot',
  'declaration',
] as const
/** What a customer may give. */
export const proofTypes = [...signatureTypes, 'satoshi-test', ...declaredTypes] as const
export const ProofType = z.enum(proofTypes)
export type ProofType = z.infer<typeof ProofType>
/** Messages of a sign-in, that come with their text. */
export const isSignIn = (type: ProofType): boolean => type === 'siwe' || type === 'siwx'
export const ProofResult = z.enum(['VERIFIED', 'DECLARED'])
export type ProofResult = z.infer<typeof ProofResult>

/**
 * What a proof of each kind is worth. Where a jurisdiction asks for a proof of ownership above an amount
 * (`selfHostedProofAbove`), a verified one satisfies it; a declared one is kept and satisfies none. A signature is
 * verified only over a message with the address, the company's DID and the nonce that it was asked with.
 */
export function resultOf(type: ProofType): ProofResult {
  return declaredTypes.some((one) => one === type) ? 'DECLARED' : 'VERIFIED'
}

const Text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const company = { vaspDID: z.optional(Did) }

/** A small payment that only the wallet's owner can make: exactly this amount, from the wallet, within a day. */
const SatoshiTest = z.object({
  /** The network's own coin, e.g. `BTC`. */
  asset: z.string(),
  amount: Decimal,
  /** Where it is to arrive: an address of the company. */
  depositAddress: z.string(),
  until: Instant,
  /** What the customer says they sent; null until they do. */
  txHash: z.nullable(TxHash),
})

/** A request to prove a wallet, as the company sees it. */
export const ProofRequest = z.object({
  id: z.string(),
  customerRef: CustomerRef,
  network: Caip2,
  /** PAID: the customer says that the test's payment is on its way, and the company has to find it. */
  state: z.enum(['OPEN', 'PAID', 'DONE', 'EXPIRED']),
  createdAt: Instant,
  /** Until when the link works. */
  until: Instant,
  proof: z.nullable(
    z.object({
      type: ProofType,
      result: ProofResult,
      at: Instant,
      /** A verified proof holds for a year. */
      until: z.nullable(Instant),
    }),
  ),
  /** Null where none was offered. */
  test: z.nullable(SatoshiTest),
})
export type ProofRequest = z.infer<typeof ProofRequest>

/** The secret of a link. Whoever has it is the customer. */
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,700}$/, 'This link isn’t complete'))

/** What the customer is asked, as their page shows it. */
export const ProofQuestion = z.object({
  company: z.string(),
  network: Caip2,
  address: z.string(),
  /** What must be signed, to the letter. */
  message: z.string(),
  /** For half an hour; whoever looks later gets another. */
  messageUntil: Instant,
  types: z.array(ProofType),
  until: Instant,
  /** Null where none is offered, or its day is over. */
  test: z.nullable(SatoshiTest),
})
export type ProofQuestion = z.infer<typeof ProofQuestion>

/** What a customer gave, opened. */
export const OpenedProof = z.object({
  address: z.string(),
  type: ProofType,
  /** What was signed, or was to be signed; null where nobody has looked at the request. */
  message: z.nullable(z.string()),
  /** The signature, the hash of a payment, words, a key, or a picture as a data URL. */
  proof: z.string(),
  viewId: z.string(),
})
export type OpenedProof = z.infer<typeof OpenedProof>

/** Proofs that a self-hosted wallet is a customer's own. Base path `/api`. */
export const proofs = {
  request: {
    method: 'POST',
    path: '/v1/wallet-proofs',
    limit: 'register',
    summary: 'Ask a customer to prove that they own a wallet; returns the link for them',
    access: canIn('address.registerCustomer', 'vaspDID', { people: 'own', sole: true }),
    transaction: 'own',
    body: z.strictObject({
      ...company,
      customerRef: CustomerRef,
      address: Text(200),
      tag: z.optional(Text(128)),
      asset: z.optional(Text(200)),
      network: z.optional(Text(80)),
      /** Offers a Satoshi test: where its small payment is to arrive, on the same network. */
      depositAddress: z.optional(Text(200)),
    }),
    returns: {
      201: z.object({
        request: ProofRequest,
        /** Shown once. It needs no account, works for seven days, and once. */
        link: z.string(),
      }),
    },
  },
  list: {
    method: 'GET',
    path: '/v1/wallet-proofs',
    summary: 'List the requests to a customer to prove wallets, the newest first',
    access: canIn('auth.getCustomer', 'vaspDID', { people: 'own', sole: true }),
    query: z.object({ ...company, customerRef: CustomerRef }),
    /** At most 50. */
    returns: { 200: z.object({ requests: z.array(ProofRequest) }) },
  },
  open: {
    method: 'POST',
    path: '/v1/wallet-proofs/{id}/open',
    limit: 'decrypt',
    summary: 'Open the proof a customer provided. The view is logged',
    access: actsIn('auth.getCustomer'),
    body: z.strictObject({
      ...company,
      reason: z.strictObject({ code: OpenReason, comment: z.optional(Line(500)) }),
    }),
    returns: { 200: OpenedProof },
  },
  look: {
    method: 'POST',
    path: '/v1/wallet-proofs/look',
    summary: 'Get what a customer is asked to prove, by the link’s secret',
    access: 'anyone',
    body: z.strictObject({ token: Token }),
    returns: { 200: ProofQuestion },
  },
  submit: {
    method: 'POST',
    path: '/v1/wallet-proofs/submit',
    summary: 'Prove ownership of a wallet, by the link’s secret',
    access: 'anyone',
    bodyLimit: 768 * 1024,
    body: z.strictObject({
      token: Token,
      type: ProofType,
      /**
       * What was signed, where it isn’t the message to the letter. Without its address, DID and nonce, the signature is
       * kept as declared.
       */
      message: z.optional(Text(8_000)),
      /** The signature, the hash of a test’s payment, the customer’s words or key, or a picture as a data URL. */
      proof: Text(700_000),
    }),
    /** PAID: the company will look for the payment. Until then the link goes on working. */
    returns: { 200: z.object({ result: z.enum(['VERIFIED', 'DECLARED', 'PAID']) }) },
  },
  deposit: {
    method: 'POST',
    path: '/v1/wallet-proofs/{id}/deposit',
    summary: 'Report the deposit of a Satoshi test, as the company received it',
    access: canIn('address.registerCustomer', 'vaspDID', { people: 'own', sole: true }),
    transaction: 'own',
    body: z.strictObject({
      ...company,
      amount: Decimal,
      /** The wallet that it came from. */
      from: Text(200),
      txHash: TxHash,
    }),
    returns: { 200: z.object({ result: z.literal('VERIFIED'), until: Instant }) },
  },
} as const satisfies Contract[string]
