import { type BillingTables, meter } from '@countersign/billing'
import { product as contract } from '@countersign/contracts/product'
import {
  defaultLimits,
  type Identity,
  type IdentityTables,
  identity,
  startEndingAccess,
} from '@countersign/identity'
import { connect, type Database } from '@countersign/kit/db'
import { productErrors } from '@countersign/kit/errors'
import { everyMinute } from '@countersign/kit/every-minute'
import { httpServer } from '@countersign/kit/http'
import type { Logger } from '@countersign/kit/log'
import { startMailing } from '@countersign/kit/mail.worker'
import { createRelay } from '@countersign/kit/outbox.worker'
import { serve } from '@countersign/kit/serve'
import { createPdfRenderer } from '@countersign/pdf'
import { forgetPdfs, type ReportTables, report } from '@countersign/report'
import {
  type DemoTransfers,
  embeddedMarket,
  localCounterparty,
  payerTakesTwo,
  seedTransfers,
  startExports,
  type TransactionsDeps,
  type TransactionsTables,
  transactions,
  transferActivity,
  transferItems,
} from '@countersign/transactions'
import {
  companyPort,
  findWebhookApps,
  startAlerts,
  startExpiry,
  startImports,
  startSweep,
  type TrustDeps,
  type TrustTables,
  transferPort,
  trust,
  webhookEndpointItems,
} from '@countersign/trust'
import type { FastifyInstance } from 'fastify'
import { auditDir, checkpointWriter } from './audit/index.ts'
import { background } from './background.ts'
import { composeBilling } from './billing.ts'
import type { Config } from './config.ts'
import { type DemoReceiver, simulatorCompanies } from './demo/index.ts'
import { bucketOrigins, documentsOf, filesOf, markerOf } from './documents.ts'
import { mailTransport } from './mail/index.ts'
import { metabaseOf } from './metabase.ts'
import { productDocument } from './openapi/index.ts'
import type { Ops } from './ops.ts'
import { pdfSources } from './papers.ts'
import { registersOf } from './registers.ts'
import { messageSender, type WebhookService, webhooksClient } from './relay/index.ts'
import type { Secrets } from './secrets.ts'
import { createFlags, serveWeb, siteHandlers, takeViolations } from './site/index.ts'
import { startTransferWork } from './transfer-work.ts'
import { vendorSources } from './vendors.ts'

/** What the product is made of. */
export type ProductDeps = {
  readonly config: Config
  readonly secrets: Secrets
  readonly databaseUrl: string
  readonly log: Logger
  readonly clock: () => number
  readonly ops: Pick<Ops, 'observe' | 'gauge' | 'gauges' | 'counter'>
  /** The addresses under which browsers reach the product. */
  readonly origins: readonly [string, ...string[]]
  readonly issuer: string
  readonly webhooks: WebhookService
  readonly receiver?: { readonly receiver: DemoReceiver; readonly url: string }
  /** Serves the built dashboard too; off where only the API is tested. */
  readonly web: boolean
}

/** The running product. */
export type Product = {
  readonly app: FastifyInstance
  readonly identity: Identity
  readonly database: Database<TrustTables>
  readonly documents: TrustDeps['documents']
  /** The demo's transfers, customers and rules, and transfers of the past; @returns how many transfers. */
  seedTransfers(...demo: DemoTransfers): Promise<number>
  /** Begins to write exports of transfers; the relay begins it too. */
  writeExports(): void
  /** Starts handing on events and mails, and what has to be done from time to time. */
  startRelay(): void
  stop(): Promise<void>
}

/** Composes the product: contexts, their API under `/api`, and the dashboard. */
export function createProduct(deps: ProductDeps): Product {
  const { config, secrets, databaseUrl: url, log, clock, ops } = deps
  const database = connect<
    TrustTables & IdentityTables & TransactionsTables & ReportTables & BillingTables
  >({
    url,
    role: 'countersign_app',
  })
  const relayDatabase = connect<TrustTables & IdentityTables & TransactionsTables>({
    url,
    role: 'countersign_relay',
    max: 2,
  })
  const webhooks = webhooksClient(deps.webhooks)
  const flags = createFlags({ config, clock, log })
  const people = identity({
    database,
    clock,
    vault: secrets.vault,
    log,
    origins: deps.origins,
    provider: {
      issuer: deps.issuer,
      // The embedded one's address has its port in it.
      ...(config.OIDC_ISSUER === undefined && { knownAs: 'embedded' }),
      clientId: config.OIDC_CLIENT_ID ?? 'countersign',
      clientSecret: config.OIDC_CLIENT_SECRET ?? secrets.oidcClientSecret,
      ...(config.OIDC_LOGOUT_URL && { logoutUrl: config.OIDC_LOGOUT_URL }),
    },
    rolesClaim: config.OIDC_ROLES_CLAIM,
    limits: {
      ...defaultLimits,
      // The page ends an idle session itself, with a warning; the server is the second line, a little
      // later, since it hears of activity in steps.
      get idleMs() {
        const { dashboardIdleUserLogout } = flags.current()
        return dashboardIdleUserLogout ? defaultLimits.idleMs + 120_000 : defaultLimits.absoluteMs
      },
    },
    companies: companyPort,
    planLimit: (...asked) => billing.planLimit(...asked),
  })
  const mail = mailTransport(config, log, clock)
  const app = httpServer({
    log,
    errors: productErrors,
    observe: (facts) => ops.observe('product', facts),
    proxies: config.TRUSTED_PROXIES,
    https: deps.origins[0].startsWith('https:'),
  })
  const pdfs = createPdfRenderer()
  const countMissing = ops.counter(
    'pdf_missing_glyph_total',
    'Characters that no font of PDFs has',
    [],
  )
  const documents = { ...documentsOf(config), mark: markerOf(pdfs) }
  const billing = composeBilling({
    config,
    database,
    relay: relayDatabase,
    clock,
    log,
    vault: secrets.vault,
    origin: deps.origins[0],
    people,
    payerTakesTwo,
    webhooks,
    ops,
  })
  const transfers: TransactionsDeps = {
    database,
    clock,
    vault: secrets.vault,
    log,
    files: filesOf(documents),
    ...transferPort,
    peopleOf: people.peopleOf,
    rolesOf: people.rolesOf,
    addressOf: people.addressOf,
    clientsOf: people.clientsOf,
    officerAddresses: people.officerAddresses,
    origin: deps.origins[0],
    ...embeddedMarket,
    allowance: billing.allowance,
    planLimit: billing.planLimit,
    forgetPdfs,
    counterparty: localCounterparty,
    simulator: config.demo ? simulatorCompanies : null,
    meter,
  }
  const trustDeps: TrustDeps = {
    database,
    clock,
    vault: secrets.vault,
    webhooks,
    webhookAccess: people.webhookAccess,
    ...registersOf(config, clock),
    actionSources: {
      ...people.actionSources,
      ...webhookEndpointItems(database, webhooks.troubledEndpoints),
      transfers: (did, at) => transferItems(transfers, did, at),
      billing: billing.actionItems,
    },
    adminAddresses: people.adminAddresses,
    transferActivity,
    planLimit: billing.planLimit,
    questionnaireLimit: billing.questionnaireLimit,
    origin: deps.origins[0],
    documents,
  }
  const handlers = {
    ...people.handlers,
    ...trust(trustDeps),
    ...transactions(transfers),
    ...billing.handlers,
    ...report({
      database,
      clock,
      origin: deps.origins[0],
      metabase: metabaseOf(config),
      sourceOf: pdfSources({ bills: billing.papers, people, trust: trustDeps, transfers }),
      render: async (issue) => {
        const made = await pdfs.render(issue)
        if (typeof made === 'string') return made
        countMissing({}, made.missing.length)
        return made.bytes
      },
    }),
    ...siteHandlers(deps, flags, mail),
  }
  serve(app, { contract, prefix: '/api', handlers, gate: people.gate, strictQuery: true })
  app.get('/api/openapi.json', () => productDocument())
  billing.serve(app)
  if (deps.web) {
    takeViolations(app, log)
    serveWeb(app, [
      { connect: [new URL(deps.webhooks.publicUrl ?? deps.webhooks.url).origin] },
      { connect: bucketOrigins(config) },
      ...vendorSources(config),
      ...(config.METABASE_SITE_URL ? [{ frame: [new URL(config.METABASE_SITE_URL).origin] }] : []),
    ])
  }
  const sender = messageSender(deps.webhooks)
  const relay = createRelay({
    database: relayDatabase,
    sender,
    applications: findWebhookApps,
    clock,
    random: Math.random,
    log,
  })
  const exports = background([() => startExports({ deps: transfers, relay: relayDatabase })])
  const outbox = { database: relayDatabase, clock, log }
  const work = background([
    () => startEndingAccess({ ...outbox, expire: webhooks.expire }),
    () => {
      relay.start()
      return relay
    },
    () => startTransferWork({ deps: transfers, relay: relayDatabase }),
    () => {
      billing.start()
      return billing
    },
    () => startMailing({ ...outbox, transport: mail }),
    () => startExpiry({ ...trustDeps, log, operatorAddresses: people.operatorAddresses }),
    () => startAlerts({ database, relay: relayDatabase, clock, log }),
    () => startImports({ database, relay: relayDatabase, clock, log, isPeopled: people.isPeopled }),
    () => startSweep({ ...outbox, documents }),
    () =>
      everyMinute(
        () => people.endObservations(),
        (error) => log.warn({ event: 'ending_looks_failed', err: error }),
      ),
    () =>
      everyMinute(
        checkpointWriter({ ...outbox, dir: auditDir(config), secret: secrets.mainSecrets[0] }),
        (error) => log.error({ event: 'audit_checkpoint_failed', err: error }),
      ),
  ])
  return {
    app,
    identity: people,
    database,
    documents,
    seedTransfers: (...demo) => seedTransfers(transfers, ...demo),
    writeExports: exports.start,
    startRelay: () => {
      work.start()
      exports.start()
    },
    stop: async () => {
      await app.close()
      await pdfs.stop()
      await Promise.all([work.stop(), exports.stop()])
      await sender.close()
      await Promise.all([database.close(), relayDatabase.close()])
    },
  }
}
