import { timingSafeEqual } from 'node:crypto'
import { permissionsOf } from '@countersign/contracts'
import { oauth as contract } from '@countersign/contracts/identity'
import { asFailure, type Failure } from '@countersign/kit/errors'
import { companyDisabled } from '../company-suspension.ts'
import { type Deps, handlers } from '../handlers.ts'
import { hashOf, newSecret } from '../secret.ts'
import { readTokenAsk } from './credential.rules.ts'
import { addToken, lockCredential, touchCredential } from './machine.store.ts'
import { machineRole } from './machine.ts'

const lifeSeconds = 15 * 60

/** Tokens for API clients. */
export const oauth = handlers(contract, {
  token: async ({ caller: { request }, deps }, { body }) => {
    const asked = readTokenAsk(body, request.header('authorization'))
    if ('error' in asked) return refused(asked.error, asked.description)
    const { clientId, secret } = asked
    const tried = `${clientId} ${secret}`
    try {
      deps.tokenAttemptLimiter.check(request.ip, tried)
    } catch (error) {
      return slowDown(asFailure(error))
    }
    const given = await exchange(deps, clientId, secret)
    if (given && 'refusal' in given) return refused('unauthorized_client', given.refusal)
    if (given) {
      deps.tokenAttemptLimiter.right(request.ip, tried)
      deps.log.info({ event: 'token_given', requestId: request.requestId, clientId })
      return {
        status: 200 as const,
        body: { ...given, token_type: 'Bearer' as const, expires_in: lifeSeconds },
        headers: { pragma: 'no-cache' },
      }
    }
    const refusal = deps.tokenAttemptLimiter.wrong(request.ip, tried)
    // What was shown as the id may be a secret in the wrong field, so it stays out of the log.
    deps.log.warn({ event: 'token_refused', requestId: request.requestId, error: refusal.code })
    return refusal.status === 429
      ? slowDown(refusal)
      : refused('invalid_client', 'Wrong client ID or secret')
  },
})

const slowDown = ({ retryAfter }: Failure) => ({
  status: 429 as const,
  body: oauthError('slow_down', 'Too many wrong secrets from this address'),
  headers: { 'retry-after': String(retryAfter ?? 60) },
})

async function exchange(
  { database, clock, companies }: Deps,
  clientId: string,
  secret: string,
): Promise<{ access_token: string; scope: string } | { refusal: string } | undefined> {
  const hash = hashOf(secret)
  // Also without a client of this id, so that the time tells nothing of whether there is one.
  const ref = isClientId(clientId) ? clientId : 'client_none'
  return database.withUser(ref, async (tx) => {
    const found = await lockCredential(tx, ref)
    const now = clock()
    const old = found?.old_secret_hash
    const isOldGood = old != null && now < (found?.old_secret_ends_at?.getTime() ?? 0)
    const matchesNew = timingSafeEqual(found?.secret_hash ?? nothing, hash)
    const matchesOld = timingSafeEqual(old ?? nothing, hash) && isOldGood
    if (!found || !(matchesNew || matchesOld)) return undefined
    const [disabled] = await companies.disabledAmong(tx, [found.vasp_did])
    if (disabled) return { refusal: companyDisabled(disabled.name).message }
    const token = newSecret()
    const at = new Date(now)
    const expiresAt = new Date(now + lifeSeconds * 1000)
    const did = found.vasp_did
    await addToken(tx, { hash: hashOf(token), did, clientId, at, expiresAt })
    await touchCredential(tx, clientId, at)
    const scope = [...permissionsOf[machineRole(found.limited)]].toSorted().join(' ')
    return { access_token: token, scope }
  })
}

const nothing = Buffer.alloc(32)

const isClientId = (text: string) => /^client_[0-9A-Za-z]{27}$/.test(text)

const oauthError = (error: string, error_description: string) => ({ error, error_description })

/** A client that failed to authenticate is told how to, however it tried (RFC 6749 5.2, RFC 9110 15.5.2). */
function refused(error: string, description: string) {
  const body = oauthError(error, description)
  if (error !== 'invalid_client') return { status: 400 as const, body }
  const headers = { 'www-authenticate': 'Basic realm="Countersign", charset="UTF-8"' }
  return { status: 401 as const, body, headers }
}
