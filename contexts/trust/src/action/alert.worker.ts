import { everyMinute } from '@countersign/kit/every-minute'
import type { Logger } from '@countersign/kit/log'
import { emit } from '@countersign/kit/outbox'
import type { TrustDatabase } from '../tables.ts'
import { findNews, noteTold } from './alert.store.ts'

/** What the worker needs of the world. */
type AlertDeps = {
  /** Connected as countersign_app. */
  readonly database: TrustDatabase
  /** Connected as countersign_relay, which sees who trusts whom. */
  readonly relay: TrustDatabase
  /** Unix time in milliseconds. */
  readonly clock: () => number
}

/**
 * Tells the webhooks of everyone who trusts a company, or has an open request with it, that it was
 * suspended, disabled or deregistered. Each is told in a transaction of its own, and once.
 * @returns how many were told
 */
export async function tellCounterparties({ database, relay, clock }: AlertDeps): Promise<number> {
  let told = 0
  for (;;) {
    const news = await relay.withNobody((tx) => findNews(tx, 100))
    for (const one of news)
      await database.withTenant(one.did, async (tx) => {
        if (!(await noteTold(tx, one))) return
        const at = new Date(clock())
        const { did, subject, status, reason } = one
        const since = one.since.toISOString()
        const payload = { did, counterpartyDid: subject, status, reason, since }
        emit(tx, { type: 'counterparty.status.changed', company: did, payload, at })
        told += 1
      })
    if (news.length < 100) return told
  }
}

/** Looks once a minute for news to tell, until stopped. */
export const startAlerts = ({ log, ...deps }: AlertDeps & { readonly log: Logger }) =>
  everyMinute(
    async () => {
      const told = await tellCounterparties(deps)
      if (told > 0) log.info({ event: 'counterparties_told', count: told })
    },
    (error) => log.warn({ event: 'telling_counterparties_failed', err: error }),
  )
