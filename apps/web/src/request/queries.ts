import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/index.ts'

/** What the viewer has asked for: to join, to claim, to make a company. */
export const ownRequestsQuery = queryOptions({
  queryKey: ['auth.listOwnRequests'],
  queryFn: ({ signal }) => api.auth.listOwnRequests({}, { signal }),
})

/** The invitations that wait for the viewer. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['auth.listOwnInvitations'],
  queryFn: ({ signal }) => api.auth.listOwnInvitations({}, { signal }),
})

/** The people of a company. */
export const teamQuery = (did: string) =>
  queryOptions({
    queryKey: ['auth.vaspUsers', did],
    queryFn: ({ signal }) => api.auth.vaspUsers({ vaspDid: did }, { signal }),
  })

/** The open invitations of a company. */
export const invitationsQuery = (did: string) =>
  queryOptions({
    queryKey: ['auth.listInvitations', did],
    queryFn: ({ signal }) => api.auth.listInvitations({ vaspDid: did }, { signal }),
  })

/** Who asks to join a company. */
export const joinRequestsQuery = (did: string) =>
  queryOptions({
    queryKey: ['auth.listJoinRequests', did],
    queryFn: ({ signal }) => api.auth.listJoinRequests({ vaspDid: did }, { signal }),
  })
