export { AskDialog } from './ask-dialog.tsx'
export { ClaimQueue } from './claim-queue.tsx'
export { DeclineDialog } from './decline-dialog.tsx'
export { invitationsQuery, joinRequestsQuery, ownRequestsQuery, teamQuery } from './queries.ts'
