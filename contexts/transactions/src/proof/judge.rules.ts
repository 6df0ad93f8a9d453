import {
  isSignIn,
  type ProofResult,
  type ProofType,
  resultOf,
  type SignatureType,
  signatureTypes,
} from '@countersign/contracts/transactions'
import { answersChallenge, isFresh, type Question } from './question.rules.ts'
import { isSigned, typesFor } from './signature.rules.ts'

/** The kinds of proof that are kept as declared, for a network's addresses. */
function declaredFor(network: string): ProofType[] {
  const always: ProofType[] = ['screenshot', 'declaration']
  if (network.startsWith('eip155:')) return ['eip-1271', 'siwe', ...always]
  if (network.startsWith('bip122:')) return ['xpub', 'siwx', ...always]
  if (network.startsWith('cip34:')) return ['cip-8', 'siwx', ...always]
  return typesFor(network).length > 0 ? ['siwx', ...always] : always
}

/** What can be given for an address of a network, the usual kind first. */
export const offeredFor = (network: string, hasTest: boolean): ProofType[] => [
  ...typesFor(network),
  ...(hasTest ? (['satoshi-test'] as const) : []),
  ...declaredFor(network),
]

/** What somebody gives as proof. */
export type Given = {
  readonly type: ProofType
  readonly proof: string
  readonly message?: string | undefined
}

/** Why something is no proof, with the field at fault. */
export type Fault = { readonly field: 'type' | 'message' | 'proof'; readonly msg: string }

/** What a proof is worth, or what is wrong with it. Over any other message than ours, a signature is a declaration. */
export function judge(
  question: Question,
  { company, network, at }: { company: string; network: string; at: Date },
  { type, proof, message }: Given,
): ProofResult | Fault {
  if (!offeredFor(network, false).includes(type))
    return { field: 'type', msg: 'This kind of proof isn’t offered for this network' }
  if (type === 'screenshot' && !/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/.test(proof))
    return { field: 'proof', msg: 'Choose a PNG or JPEG picture' }
  if (isSignIn(type) && message === undefined)
    return { field: 'message', msg: 'Give the message that was signed' }
  const signature = signatureOf(type, network)
  if (!signature) return resultOf(type)
  if (message !== undefined && !answersChallenge(question, company, message)) return 'DECLARED'
  const signed = message ?? question.challenge?.message
  if (signed === undefined || !isFresh(question, at))
    return { field: 'proof', msg: 'The message to sign has expired. Get a new one and sign that.' }
  return isSigned(signature, { address: question.address, message: signed, proof })
    ? 'VERIFIED'
    : { field: 'proof', msg: 'This isn’t a signature of this message by this wallet' }
}

/** How a signature of this kind is verified; undefined where it can't be. */
function signatureOf(type: ProofType, network: string): SignatureType | undefined {
  return isSignIn(type) ? typesFor(network)[0] : signatureTypes.find((one) => one === type)
}
