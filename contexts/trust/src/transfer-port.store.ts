import { VaspSettings } from '@countersign/contracts/trust'
import type { Tx } from '@countersign/kit/db'
import { sql } from 'kysely'
import { findRulesNow } from './jurisdiction/index.ts'
import type { TrustTx } from './tables.ts'

type TransferCompany = {
  did: string
  name: string
  logo: string | null
  countries: string[]
  incorporation: string | null
  enabled: boolean
  hasAdmin: boolean
  verified: boolean
  phase: string
  answersWithin: number | null
  /** The company at the head of its group; itself where it has subsidiaries or none. */
  group: string
}

type TransferCounterparty = TransferCompany & {
  verdict: string | null
  nextReviewAt: Date | null
  questionnaireUntil: Date | null
}

/** The transaction is the product's: it knows this context's tables as well. */
const ours = <T>(tx: Tx<T>) => tx as Tx<unknown> as TrustTx

const companyColumns = sql`v.vasp_did as did, v.profile ->> 'name' as name, v.logo, v.jurisdictions as countries,
  v.profile ->> 'incorporationCountry' as incorporation, v.listed as enabled,
  v.has_admin as "hasAdmin", v.verification_status = 'VERIFIED' as verified, v.compliance_phase as phase,
  (v.compliance_phase_data ->> 'responseTimeoutMinutes')::int as "answersWithin",
  coalesce(v.subsidiary_of, v.vasp_did) as "group"`

/** What transfers may know of companies, in a transaction of theirs. */
export const transferPort = {
  /** The companies of these DIDs that are in the directory, or were until they were disabled. */
  async companies<T>(tx: Tx<T>, dids: readonly string[]): Promise<TransferCompany[]> {
    if (dids.length === 0) return []
    const { rows } = await sql<TransferCompany>`
      select ${companyColumns} from trust.vasp v
      where v.vasp_did = any(${[...dids]}::text[]) and v.listing = 'listed' order by v.vasp_did`.execute(
      tx,
    )
    return rows
  },

  /** The company that a duplicate was merged into; null: it is none. */
  async survivorOf<T>(tx: Tx<T>, did: string): Promise<string | null> {
    const { rows } = await sql<{ to: string | null }>`
      select redirect_did as to from trust.vasp where vasp_did = ${did}`.execute(tx)
    return rows[0]?.to ?? null
  },

  /** The enabled companies of a company's group, without itself. */
  async groupOf<T>(tx: Tx<T>, did: string): Promise<string[]> {
    const { rows } = await sql<{ did: string }>`
      select v.vasp_did as did from trust.vasp v join trust.vasp o on o.vasp_did = ${did}
      where coalesce(v.subsidiary_of, v.vasp_did) = coalesce(o.subsidiary_of, o.vasp_did)
        and v.vasp_did <> o.vasp_did and v.listed
      order by v.vasp_did limit 200`.execute(tx)
    return rows.map((row) => row.did)
  },

  /** The same, with the verdict in force of a company on each, and their questionnaires that it may read. */
  async counterparties<T>(
    tx: Tx<T>,
    did: string,
    others: readonly string[],
  ): Promise<TransferCounterparty[]> {
    if (others.length === 0) return []
    const { rows } = await sql<TransferCounterparty>`
      select ${companyColumns}, h.review_value as verdict, r.next_review_at as "nextReviewAt",
        (select q.expires_at from trust.ddq_version q where q.vasp_did = v.vasp_did
          order by q.version desc limit 1) as "questionnaireUntil"
      from trust.vasp v
      left join trust.review r on r.vasp_did = ${did} and r.reviewed_did = v.vasp_did
      left join trust.review_history h on h.vasp_did = r.vasp_did and h.id = r.review_id
      where v.vasp_did = any(${[...others]}::text[]) and v.listing = 'listed'
      order by v.vasp_did`.execute(tx)
    return rows
  },

  /** The rules of all jurisdictions. */
  jurisdictions: <T>(tx: Tx<T>) => findRulesNow(ours(tx)),

  /** From which status on a company sends the coins; null where it has not said so: never by itself. */
  async statusToProcess<T>(tx: Tx<T>, did: string) {
    const stored = await ours(tx)
      .selectFrom('trust.setting')
      .select('status_to_process')
      .where('vasp_did', '=', did)
      .executeTakeFirst()
    return VaspSettings.shape.statusToProcessBlockchain.parse(stored?.status_to_process ?? null)
  },

  /** Whether a company lets those who may open personal data without a click. */
  async opensBySetting<T>(tx: Tx<T>, did: string): Promise<boolean> {
    const stored = await ours(tx)
      .selectFrom('trust.setting')
      .select('auto_decryption')
      .where('vasp_did', '=', did)
      .executeTakeFirst()
    return stored?.auto_decryption ?? false
  },
}
