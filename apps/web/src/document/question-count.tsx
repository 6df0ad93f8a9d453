import { type DocumentRequest, isGranted } from '@countersign/contracts/trust'
import { Link } from '@tanstack/react-router'
import { linkClass } from '../ui/value/link.tsx'

const counted = (count: number, thing: string) =>
  count === 1 ? `1 ${thing}` : `${count} ${thing}s`

/** Questions about a shared questionnaire: those that wait for us are a link to where they are answered. */
export function QuestionCount({
  request,
  side,
}: {
  request: DocumentRequest
  side: 'owner' | 'requester'
}) {
  const { openQuestions: open, answeredQuestions: answered, ownerDid } = request
  if (!isGranted(request, Date.now())) return null
  if (side === 'owner')
    return open === 0 ? null : (
      <Link
        to="/due-diligence/questionnaire"
        search={{ view: 'questions' }}
        className={`block text-sm ${linkClass}`}
      >
        {counted(open, 'open question')}
      </Link>
    )
  if (answered > 0)
    return (
      <Link
        to="/due-diligence/review/$did"
        params={{ did: ownerDid }}
        hash="questions"
        className={`block text-sm ${linkClass}`}
      >
        {counted(answered, 'answered question')}
      </Link>
    )
  return open === 0 ? null : (
    <span className="block text-sm text-muted">{counted(open, 'open question')}</span>
  )
}
