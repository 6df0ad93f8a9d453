import { accessOf, graceEndOf, type Standing } from '../plan/index.ts'

/** Something that a company is told, once for each mark. */
export type Notice = {
  readonly kind: 'updated' | 'failed' | 'ending' | 'limit_near' | 'limit_reached'
  readonly mark: string
}

const dayMs = 86_400_000
/** Days of grace on which people are reminded. */
const reminders = [0, 7, 12] as const

/** What there is to tell of a subscription. */
export function noticesOf(standing: Standing, at: Date): readonly Notice[] {
  const { plan, status, pastDueSince, endsAt } = standing
  const found: Notice[] = [{ kind: 'updated', mark: `${plan} ${status} ${accessOf(standing, at)}` }]
  if (status === 'past_due' && pastDueSince) {
    const days = (at.getTime() - pastDueSince.getTime()) / dayMs
    const stage = reminders.findLast((day) => days >= day) ?? 0
    found.push({ kind: 'failed', mark: `${pastDueSince.toISOString()} ${stage}` })
  }
  if (endsAt && endsAt > at) found.push({ kind: 'ending', mark: endsAt.toISOString() })
  return found
}

/** What there is to tell of a limit in a month: that it is reached says that it was near. */
export const limitNotices = (
  state: 'ok' | 'near' | 'reached',
  month: { readonly start: Date },
): readonly Notice[] =>
  state === 'ok'
    ? []
    : [
        {
          kind: state === 'near' ? 'limit_near' : 'limit_reached',
          mark: month.start.toISOString().slice(0, 7),
        },
      ]

const day = (at: Date) => at.toISOString().slice(0, 10)

/** The mail that goes with a notice; none where an event is enough. */
export function mailOf(
  { kind, mark }: Notice,
  of: { name: string; page: string; before: string | null; standing: Standing | undefined },
): { subject: string; text: string } | undefined {
  const { name, page, before, standing } = of
  const mail = (subject: string, ...lines: string[]) => ({
    subject,
    text: [...lines, page].join('\n\n'),
  })
  if (kind === 'limit_reached')
    return mail(
      'Your plan’s limit is reached',
      `${name} has sent all the transfers of its plan this month. Further ones are kept and can be sent with another plan, or next month. Incoming transfers aren’t affected.`,
      'Choose a plan:',
    )
  if (!standing) return undefined
  const end = graceEndOf(standing)
  if (kind === 'failed' && end) {
    const isLast = mark.endsWith(' 12')
    return mail(
      isLast ? 'Full access ends in 2 days' : 'Your last payment failed',
      `The last payment of ${name} failed. You keep full access until ${day(end)}; then the free plan applies.`,
      'Update your payment method:',
    )
  }
  if (kind === 'ending' && standing.endsAt)
    return mail(
      'Your subscription is ending',
      `The subscription of ${name} ends on ${day(standing.endsAt)}. Then the free plan applies.`,
      'Keep it, or choose another plan:',
    )
  // A status alone is no news for people: what it means for them has a mail of its own.
  const isChanged = before?.split(' ')[0] !== mark.split(' ')[0]
  if (kind === 'updated' && isChanged)
    return mail(
      'Your plan has changed',
      `${name} is now on the plan “${standing.plan}”.`,
      'See what it covers:',
    )
  return undefined
}
