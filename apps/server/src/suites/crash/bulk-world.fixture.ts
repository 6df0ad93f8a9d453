import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productExamples } from '@countersign/contracts/examples'
import { CreateIn } from '@countersign/contracts/transactions'
import { connect } from '@countersign/kit/db'
import { id as newId } from '@countersign/kit/ids'
import { createLog } from '@countersign/kit/log'
import { vault } from '@countersign/kit/vault'
import {
  embeddedMarket,
  localCounterparty,
  seedTransfers,
  startBulk,
  startErasing,
  startExports,
  startKeyRenewal,
  startTransferSweep,
  startUploads,
  type TransactionsDeps,
  type TransactionsTables,
  transactions,
} from '@countersign/transactions'
import { folderStorage } from '@countersign/trust'
import { sql } from 'kysely'
import { filesOf } from '../../documents.ts'

const person = 'did:example:bulk'

type Asked = Partial<
  Parameters<ReturnType<typeof transactions>['exportRequests']['create']>[1]['body']
>

/** The Travel Rule from the first cent on. */
const everywhere = {
  id: 'SG',
  version: 1,
  countries: ['SG'],
  status: 'inForce',
  confidence: 'high',
  tiers: [{ comparator: '>=', amount: 0, currency: 'SGD', requires: { all: [] }, fields: [] }],
} as unknown as Awaited<ReturnType<TransactionsDeps['jurisdictions']>>[number]

/** What bulk actions need of the world, with two companies that nothing hinders. */
export function bulkDeps(url: string, folder = tmpdir()): TransactionsDeps {
  return {
    database: connect<TransactionsTables>({ url, role: 'countersign_app', max: 2 }),
    clock: Date.now,
    vault: vault([{ id: 'test', key: Buffer.alloc(32, 7) }]),
    log: createLog('error'),
    files: filesOf({
      storage: folderStorage(join(folder, 'kept')),
      spoolFolder: join(folder, 'incoming'),
    }),
    ...embeddedMarket,
    companies: async (_, dids) => companiesOf(dids),
    counterparties: async (_, __, dids) =>
      companiesOf(dids).map((one) => ({
        ...one,
        verdict: null,
        nextReviewAt: null,
        questionnaireUntil: null,
      })),
    survivorOf: async () => null,
    groupOf: async () => [],
    jurisdictions: async () => [everywhere],
    statusToProcess: async () => null,
    opensBySetting: async () => false,
    peopleOf: async (_, __, people) => new Map(people.map((one) => [one, one])),
    rolesOf: async () => ['compliance_officer'],
    clientsOf: async () => [],
    officerAddresses: async () => [],
    addressOf: async (_, __, person) => `${person.slice(12)}@desk.example`,
    origin: 'https://desk.example',
    allowance: async () => true,
    planLimit: async () => null,
    forgetPdfs: async () => undefined,
    counterparty: localCounterparty,
    simulator: null,
    meter: async () => undefined,
  }
}

/** A database with transfers that somebody is about to approve at once. */
export function bulkWorld(url: string, folder?: string) {
  const deps = bulkDeps(url, folder)
  const relay = connect<TransactionsTables>({ url, role: 'countersign_relay', max: 2 })
  const { originatorVASPdid: company, beneficiaryVASPdid: other = '' } = CreateIn.parse(
    productExamples['tx.create']?.body,
  )
  const caller = {
    company,
    requestId: 'failpoint',
    viewer: { did: person, grants: [{ vaspDID: company, role: 'compliance_officer' as const }] },
  }
  return {
    company,
    /** The one whose people act, and the other one. */
    companies: [company, other] as const,
    /** Seeds transfers and a bulk action that has checked them. */
    async prepare(count: number): Promise<{ task: string; ids: string[] }> {
      const body = CreateIn.parse(productExamples['tx.create']?.body)
      const refs = Array.from({ length: count }, () => randomUUID())
      const at = new Date()
      await seedTransfers(
        deps,
        refs.map((transactionRef) => ({
          at,
          by: person,
          body: { ...body, transactionRef },
          acts: [],
        })),
      )
      const task = newId('blk', at.getTime())
      const ids = await deps.database.withTenant(company, async (tx) => {
        await sql`insert into transactions.bulk_task (vasp_did, id, action, by_kind, by_did, state, created_at)
          values (${company}, ${task}, 'approve', 'PERSON', ${person}, 'RUNNING', now())`.execute(
          tx,
        )
        const { rows } = await sql<{ id: string }>`insert into transactions.bulk_item
            (vasp_did, task_id, no, transfer_id, version, outcome)
          select vasp_did, ${task}, row_number() over (), transfer_id, version, 'POSSIBLE'
          from transactions.side where vasp_did = ${company} and transaction_ref = any(${refs})
          returning transfer_id as id`.execute(tx)
        return rows.map(({ id }) => id)
      })
      return { task, ids }
    },
    /** Requests a file of the company's transfers, as one of its people. @returns its id, and what reads it */
    async export(more: Asked = {}) {
      const { exportRequests } = transactions(deps)
      const { id } = await exportRequests.create(caller, {
        body: { format: 'JSONL', zone: 'UTC', includePersonalData: false, ...more },
      })
      await deps.database.withTenant(company, (tx) =>
        sql`update transactions.export_request set as_of = now() where id = ${id}`.execute(tx),
      )
      const at = { exportId: id, query: {} }
      const pieces = async () => (await exportRequests.download(caller, at)).bytes
      const text = async (): Promise<string | undefined> => {
        const { state } = await exportRequests.get(caller, at)
        if (state !== 'READY') return undefined
        return Buffer.concat(await Array.fromAsync(await pieces())).toString()
      }
      return { id, text, pieces }
    },
    /** Replaces both of the company's keys. */
    async rotate(): Promise<void> {
      const { piiKeys } = transactions(deps)
      for (const key of ['COMPANY', 'BLIND'] as const)
        await piiKeys.rotate(caller, { vaspDID: company, body: { key } })
    },
    /** The personal data of transfers, opened. */
    async opened(ids: readonly string[]): Promise<string[]> {
      const { tx } = transactions(deps)
      const texts: string[] = []
      for (const id of ids) {
        const { ivms101 } = await tx.decrypt(caller, { body: { id, reason: { code: 'DECIDE' } } })
        texts.push(JSON.stringify(ivms101))
      }
      return texts
    },
    /** Works on what there is. @returns what stops it and ends the connections */
    work: () => {
      const workers = [
        startBulk({ deps, relay }),
        startExports({ deps, relay }),
        startErasing({ deps, relay }),
        startKeyRenewal({ deps, relay }),
        startTransferSweep({ deps, relay }),
        startUploads({ deps, relay }),
      ]
      return async () => {
        await Promise.all(workers.map((worker) => worker.stop()))
        await Promise.all([deps.database.close(), relay.close()])
      }
    },
  }
}

/** Every company is there and enabled. */
const companiesOf = (dids: readonly string[]) =>
  dids.map((did) => ({
    did,
    name: did,
    logo: null,
    countries: ['SG'],
    incorporation: 'SG',
    enabled: true,
    hasAdmin: true,
    verified: true,
    phase: 'LIVE',
    answersWithin: null,
    group: did,
  }))
