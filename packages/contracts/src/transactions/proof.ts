import * as z from 'zod/mini'
import { Did, Instant } from '../common.ts'
import { type Contract, canIn } from '../operation.ts'
import { CustomerRef } from './address.ts'
import { Caip2 } from './values.ts'

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

/** What a customer may give. A declaration or screenshot never satisfies a law that asks for a verified proof. */
export const proofTypes = [...signatureTypes, 'declaration', 'screenshot'] as const
export const ProofType = z.enum(proofTypes)
export type ProofType = z.infer<typeof ProofType>

const Text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const company = { vaspDID: z.optional(Did) }

/** A request to prove a wallet, as the company sees it. */
export const ProofRequest = z.object({
  id: z.string(),
  customerRef: CustomerRef,
  network: Caip2,
  state: z.enum(['OPEN', 'DONE', 'EXPIRED']),
  createdAt: Instant,
  /** Until when the link works. */
  until: Instant,
  proof: z.nullable(
    z.object({
      type: ProofType,
      result: z.enum(['VERIFIED', 'DECLARED']),
      at: Instant,
      /** A verified proof holds for a year. */
      until: z.nullable(Instant),
    }),
  ),
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
  types: z.array(ProofType),
  until: Instant,
})
export type ProofQuestion = z.infer<typeof ProofQuestion>

/** Proofs that a self-hosted wallet is a customer's own. Base path `/api`. */
export const proofs = {
  request: {
    method: 'POST',
    path: '/v1/wallet-proofs',
    limit: 'register',
    summary: 'Ask a customer to prove that a wallet is their own; the answer has the link for them',
    access: canIn('address.registerCustomer', 'vaspDID', { people: 'own', sole: true }),
    transaction: 'own',
    body: z.strictObject({
      ...company,
      customerRef: CustomerRef,
      address: Text(200),
      tag: z.optional(Text(128)),
      asset: z.optional(Text(200)),
      network: z.optional(Text(80)),
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
  look: {
    method: 'POST',
    path: '/v1/wallet-proofs/look',
    summary: 'Say what a customer is asked to prove, by the secret of the link',
    access: 'anyone',
    body: z.strictObject({ token: Token }),
    returns: { 200: ProofQuestion },
  },
  submit: {
    method: 'POST',
    path: '/v1/wallet-proofs/submit',
    summary: 'Prove a wallet as its owner, by the secret of the link',
    access: 'anyone',
    bodyLimit: 768 * 1024,
    body: z.strictObject({
      token: Token,
      type: ProofType,
      /** The signature, the customer’s words, or a picture as a data URL. */
      proof: Text(700_000),
    }),
    returns: { 200: z.object({ result: z.enum(['VERIFIED', 'DECLARED']) }) },
  },
} as const satisfies Contract[string]
