import type { Mail } from '@countersign/kit/mail'

/** Asks somebody at a company to claim it. Neither names nor amounts: the transfers wait in the company's inbox. */
export const claimMail = (
  origin: string,
  to: string,
  { did, name }: { readonly did: string; readonly name: string },
): Mail => ({
  to,
  subject: `Travel Rule transfers are waiting for ${name}`,
  text: [
    `Other companies have sent Travel Rule transfers to ${name}. They’re waiting for someone at the company to answer.`,
    `To answer, claim the company: ${origin}/network/vasps/${encodeURIComponent(did)}`,
  ].join('\n\n'),
})
