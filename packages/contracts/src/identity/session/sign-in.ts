import * as z from 'zod/mini'
import type { Contract } from '../../operation.ts'

/** Where a sign-in came from and should return to: a path of this site. */
const Redirect = z.optional(z.string().check(z.maxLength(2048)))

/** Signing in and out. Part of the group `auth`. */
export const signIn = {
  login: {
    method: 'GET',
    path: '/auth/login',
    summary: 'Sign in at the identity provider and return to `redirect`',
    access: 'anyone',
    navigation: true,
    query: z.object({ redirect: Redirect }),
    returns: { 302: null },
  },
  callback: {
    method: 'GET',
    path: '/auth/callback',
    summary: 'Return address for the identity provider',
    access: 'anyone',
    navigation: true,
    query: z.looseObject({}),
    returns: { 302: null },
  },
  logout: {
    method: 'GET',
    path: '/auth/logout',
    summary: 'Sign out here and at the identity provider',
    access: 'anyone',
    navigation: true,
    returns: { 302: null },
  },
} as const satisfies Contract[string]
