import { createHash } from 'node:crypto'
import { type OutgoingFile, opens } from '@countersign/contracts'
import {
  pdf as contract,
  type PdfCheck,
  type PdfKind,
  type PdfModel,
  pdfKinds,
} from '@countersign/contracts/report'
import { fail } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, PdfSource, ReportDeps } from '../deps.ts'
import { handlers } from '../handlers.ts'
import { modelHash, newCode } from './code.ts'
import {
  addIssue,
  findIssueByCode,
  findIssues,
  type Issue,
  type IssueKey,
  setFileHash,
} from './issue.store.ts'

type Calling = Call<ReportDeps, Caller>

const noSuchPdf = () => fail('not_found', 'No such PDF')

/** `transfer.` and a UUID; a UUID alone is a transfer's. */
const idPattern =
  /^(?:(?<kind>[a-z]+)\.)?(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

function parsed(document: string): { kind: PdfKind; id: string } | undefined {
  const { kind = 'transfer', id } = idPattern.exec(document)?.groups ?? {}
  const known = pdfKinds.find((one) => one === kind)
  return known && id !== undefined ? { kind: known, id } : undefined
}

function newIssue(key: IssueKey, model: PdfModel, at: Date): Issue {
  const code = newCode()
  return {
    id: newId('pdf', at.getTime()),
    vasp_did: key.company,
    document: key.document,
    title: model.title,
    owner: model.owner,
    code,
    model_hash: modelHash(code, model),
    file_hash: null,
    issued_at: key.at,
  }
}

/** What a document says now, and the issue of it that this reader gets in this minute. */
async function issued(
  { deps, at }: Calling,
  source: PdfSource,
  key: IssueKey,
  id: string,
): Promise<{ issue: Issue; model: PdfModel }> {
  const model = await source.model(key.company, id)
  if (!model) throw noSuchPdf()
  const issue = await deps.database.withTenant(key.company, async (tx) => {
    const known = await findIssues(tx, key)
    const same = known.find(({ code, model_hash }) => modelHash(code, model).equals(model_hash))
    const made = same ?? newIssue(key, model, at)
    if (!same) await addIssue(tx, key, made)
    return made
  })
  return { issue, model }
}

async function get(
  call: Calling,
  { id: document, query }: { id: string; query: { vaspDID?: string | undefined } },
): Promise<OutgoingFile> {
  const { deps, caller, at } = call
  const company = caller.company ?? query.vaspDID
  if (company === undefined) throw new Error('The gate named no company')
  const asked = parsed(document)
  if (!asked) throw noSuchPdf()
  const source = deps.sources[asked.kind]
  if (!opens({ permission: source.permission, people: 'inside' }, caller.viewer.grants, company))
    throw fail('forbidden', 'Your role doesn’t let you read this')
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const key = {
    company,
    document: `${asked.kind}.${asked.id}`,
    reader: caller.viewer.did,
    at: minute,
  }
  const { issue, model } = await issued(call, source, key, asked.id)
  const stamp = `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const bytes = await deps.render({
    model,
    id: issue.document,
    issuedAt: minute,
    watermark: `Prepared for ${caller.viewer.name ?? caller.viewer.did} · ${stamp}`,
    verification: { url: `${deps.origin}/verify#${issue.code}`, code: issue.code },
  })
  if (bytes === 'busy' || bytes === 'too-slow')
    throw fail('unavailable', 'PDFs can’t be made right now. Try again in a moment.', {
      retryAfter: 2,
    })
  const hash = createHash('sha256').update(bytes).digest()
  await deps.database.withTenant(company, (tx) => setFileHash(tx, company, issue.id, hash))
  return {
    name: `${issue.document.replace('.', '-')}.pdf`,
    mediaType: 'application/pdf',
    size: bytes.length,
    bytes: (async function* () {
      yield bytes
    })(),
  }
}

/** What is known of a PDF. Nothing in the answer is about people, and nothing about amounts. */
async function check({ deps }: Calling, code: string): Promise<PdfCheck> {
  const issue = await deps.database.withNobody((tx) => findIssueByCode(tx, code))
  if (!issue?.file_hash) throw fail('not_found', 'We have issued no PDF with this code')
  const asked = parsed(issue.document)
  const { vasp_did: company } = issue
  const model = asked && (await deps.sources[asked.kind].model(company, asked.id))
  return {
    title: issue.title,
    owner: issue.owner,
    issuedAt: issue.issued_at.toISOString(),
    isCurrent: model ? modelHash(code, model).equals(issue.model_hash) : null,
    fileHash: issue.file_hash.toString('hex'),
  }
}

/** PDFs of what a company has on record. */
export const pdf = handlers(contract, {
  get,
  check: (call, { body }) => check(call, body.code),
})
