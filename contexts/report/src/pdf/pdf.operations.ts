import { createHash, randomUUID } from 'node:crypto'
import { type Input, type OutgoingFile, opens } from '@countersign/contracts'
import {
  pdf as contract,
  ownPdfs,
  type PdfCheck,
  type PdfModel,
  pdfPermissions,
} from '@countersign/contracts/report'
import { Failure, fail, invalid } from '@countersign/kit/errors'
import type { Call } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import type { Caller, PdfSource, ReportDeps, Subject } from '../deps.ts'
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
import { addRequest } from './request.store.ts'
import { findSubject, type PdfId, readPdfId, writePdfId } from './subject.ts'
import { watermarkFor } from './watermark.ts'

type Calling = Call<ReportDeps, Caller>

const noSuchPdf = () => fail('not_found', 'No such PDF')
/** How long a PDF that was asked for can be had. */
const goodForMs = 30 * 86_400_000

/** Certificates with personal data are told apart from those without, also by whoever checks them. */
const titled = (model: PdfModel, isPersonal: boolean): PdfModel =>
  isPersonal ? { ...model, title: `${model.title} with personal data` } : model

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

/** The issue of a document that this reader gets in this minute: another one once it says something else. */
const issued = ({ deps, at }: Calling, key: IssueKey, model: PdfModel): Promise<Issue> =>
  deps.database.withTenant(key.company, async (tx) => {
    const known = await findIssues(tx, key)
    const same = known.find(({ code, model_hash }) => modelHash(code, model).equals(model_hash))
    const made = same ?? newIssue(key, model, at)
    if (!same) await addIssue(tx, key, made)
    return made
  })

/** Refuses those whose role does not open this kind of document. */
function demandKind({ viewer }: Caller, company: string, kind: Subject['kind']): void {
  const permission = pdfPermissions[kind]
  const people = ownPdfs.includes(kind) ? 'own' : 'inside'
  if (!opens({ permission, people }, viewer.grants, company))
    throw fail('forbidden', 'Your role doesn’t let you read this')
}

type Query = Input<typeof contract.get>['query']

const noPersonal = () => invalid(['query', 'include'], 'This PDF has no personal data')

/** What of a document only a reason opens; nothing where it was not asked for. */
async function personalOf(call: Calling, source: PdfSource, company: string, query: Query) {
  if (query.include === undefined) return []
  if (!source.personal) throw noPersonal()
  if (query.reason === undefined) throw invalid(['query', 'reason'], 'Say why you need the data')
  const { reason: code, comment } = query
  return source.personal(call, company, { code, comment })
}

async function get(
  call: Calling,
  { id: text, query }: Input<typeof contract.get>,
): Promise<OutgoingFile> {
  const { deps, caller, at } = call
  const company = caller.company ?? query.vaspDID
  if (company === undefined) throw new Error('The gate named no company')
  const asked = readPdfId(text)
  if (!asked || asked.isPersonal) throw noSuchPdf()
  demandKind(caller, company, asked.kind)
  const since = new Date(at.getTime() - goodForMs)
  const subject = await findSubject(deps, company, asked, since)
  if (!subject) throw noSuchPdf()
  const source = deps.sourceOf(subject)
  if (source.file) {
    if (query.include !== undefined) throw noPersonal()
    const given = await source.file.read(company)
    if (!given) throw noSuchPdf()
    return fileOf(asked, given)
  }
  const found = await source.model(company)
  if (!found) throw noSuchPdf()
  const isPersonal = query.include === 'personal'
  const personal = await personalOf(call, source, company, query)
  await source.note?.(call, company)
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const document = writePdfId({ kind: asked.kind, id: asked.id, isPersonal })
  const model = titled(found, isPersonal)
  const issue = await issued(
    call,
    { company, document, reader: caller.viewer.did, at: minute },
    model,
  )
  const bytes = await deps.render({
    // The personal part is in no hash that is kept: the code must not let anybody guess at names.
    model: { ...model, blocks: [...model.blocks, ...personal] },
    id: issue.document,
    issuedAt: minute,
    ...((isPersonal || !source.isOwn(company)) && {
      watermark: watermarkFor(caller.viewer.name ?? caller.viewer.did, minute),
    }),
    verification: { url: `${deps.origin}/verify#${issue.code}`, code: issue.code },
  })
  if (bytes === 'busy' || bytes === 'too-slow')
    throw fail('unavailable', 'PDFs can’t be made right now. Try again in a moment.', {
      retryAfter: 2,
    })
  const hash = createHash('sha256').update(bytes).digest()
  await deps.database.withTenant(company, (tx) => setFileHash(tx, company, issue.id, hash))
  return fileOf(asked, bytes)
}

const fileOf = ({ kind, id }: PdfId, bytes: Uint8Array): OutgoingFile => ({
  name: `${kind}-${id}.pdf`,
  mediaType: 'application/pdf',
  size: bytes.length,
  bytes: (async function* () {
    yield bytes
  })(),
})

/** Whether an issue would say the same today; null where what it was about is no longer there. */
async function isCurrent(deps: ReportDeps, issue: Issue): Promise<boolean | null> {
  const asked = readPdfId(issue.document)
  const subject = asked && (await findSubject(deps, issue.vasp_did, asked, new Date(0)))
  if (!subject) return null
  try {
    const model = await deps.sourceOf(subject).model(issue.vasp_did)
    if (!model) return null
    return modelHash(issue.code, titled(model, asked.isPersonal)).equals(issue.model_hash)
  } catch (error) {
    // It has grown too large to be issued again.
    if (error instanceof Failure) return false
    throw error
  }
}

/** What is known of a PDF. Nothing in the answer is about people, and nothing about amounts. */
async function check({ deps }: Calling, code: string): Promise<PdfCheck> {
  const issue = await deps.database.withNobody((tx) => findIssueByCode(tx, code))
  if (!issue?.file_hash) throw fail('not_found', 'We haven’t issued a PDF with this code')
  return {
    title: issue.title,
    owner: issue.owner,
    issuedAt: issue.issued_at.toISOString(),
    isCurrent: await isCurrent(deps, issue),
    fileHash: issue.file_hash.toString('hex'),
  }
}

/** PDFs of what a company has on record. */
export const pdf = handlers(contract, {
  request: async ({ tx, company, caller, deps, at }, { body: { subject } }) => {
    demandKind(caller, company, subject.kind)
    if ('from' in subject && subject.from > subject.to)
      throw invalid(['body', 'subject', 'to'], 'The last day comes before the first')
    const { file, model } = deps.sourceOf(subject)
    if (!(file ? await file.isThere(company) : await model(company))) throw noSuchPdf()
    const id = randomUUID()
    await addRequest(tx, company, id, subject, at)
    return { id: `${subject.kind}.${id}` }
  },
  get,
  check: (call, { body }) => check(call, body.code),
})
