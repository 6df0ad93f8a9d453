import { Badge } from '../ui/value/badge.tsx'

/** What a client may do, in a word. */
export const Rights = ({ limited }: { limited: boolean }) =>
  limited ? <Badge tone="outline">Limited</Badge> : <Badge tone="info">Full</Badge>
