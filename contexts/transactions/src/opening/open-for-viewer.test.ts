import { verifyChain } from '@countersign/kit/audit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureKey, releaseParts, sealParts } from '../sealing/index.ts'
import {
  addSealed,
  at,
  beneficiary,
  canary,
  type Desk,
  dump,
  forms,
  openDesk,
  originator,
  person,
  stranger,
} from '../sealing/sealing.fixture.ts'
import { Viewed } from '../transfer/index.ts'
import { noteViewed, openForViewer, type Viewer } from './open-for-viewer.ts'
import { findViews, type ViewFilter } from './view.store.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  for (const company of [originator, beneficiary, stranger])
    await desk.database.withTenant(company, (tx) => ensureKey(tx, company, desk.keys, at))
})
afterAll(() => desk.close())
beforeEach(() =>
  desk.run(
    `truncate transactions.part, transactions.sealed_key, transactions.transfer, transactions.pii_view,
       transactions.step, transactions.side cascade`,
  ),
)

const officer: Viewer = {
  actor: { did: 'did:web:officer', requestId: 'req_1' },
  role: 'compliance_officer',
  how: 'CLICK',
  reason: 'DECIDE',
}
const release = (id: string) =>
  desk.database.withTenant(originator, (tx) =>
    releaseParts(tx, desk.keys, originator, beneficiary, id, at),
  )
const released = async () => {
  const sealed = await addSealed(desk)
  await release(sealed.id)
  return sealed
}
const look = (
  company: string,
  id: string,
  viewer: Partial<Viewer> = {},
  only?: Parameters<typeof openForViewer>[6],
) =>
  desk.database.withTenant(company, (tx) =>
    openForViewer(tx, company, desk.keys, id, { ...officer, ...viewer }, at, only),
  )
const views = (company: string, filter: ViewFilter = {}, limit = 10) =>
  desk.database.withTenant(company, (tx) => findViews(tx, company, desk.keys, filter, limit))
const audited = (company: string) =>
  desk.query(
    `select actor, action, object, detail from audit.entry where vasp_did = '${company}' order by number desc limit 1`,
  )
const customerKey = '01900000-0000-7000-8000-00000000000c'
/** The transfer as a company sees it, with its customer. */
const addSide = (company: string, id: string) =>
  desk.run(
    `insert into transactions.side (vasp_did, transfer_id, role, direction, cell, status, version, created_at,
       updated_at, customer_key)
     values ('${company}', '${id}', 'O', 'outgoing', 1, 'ACK', 1, now(), now(), '${customerKey}')`,
  )
/** Runs the step that tells the owner, as often as it is told to. */
const tell = async (times = 1) => {
  const [step] = await desk.query('select vasp_did, transfer_id, args from transactions.step')
  if (!step) throw new Error('No step')
  const owner = String(step.vasp_did)
  for (let n = 0; n < times; n++)
    await desk.database.withTenant(owner, (tx) =>
      noteViewed(tx, owner, String(step.transfer_id), Viewed.parse(step.args), at),
    )
  return owner
}

test('[TX-04] a person opens a part with a reason, and both companies can read that', async () => {
  const { id, tree } = await released()
  const { viewId, parts } = await look(beneficiary, id, { comment: 'Alice called' })
  expect(parts).toEqual([
    { owner: originator, transferId: id, part: 'ORIGINATOR', version: 1, tree },
  ])
  const seen = {
    ...{ id: viewId, transferId: id, customerRef: null, part: 'ORIGINATOR', version: 1 },
    ...{ viewer: beneficiary, owner: originator, role: 'compliance_officer' },
    ...{ reason: 'DECIDE', how: 'CLICK', at },
  }
  expect(await views(beneficiary)).toEqual([
    { ...seen, by: 'did:web:officer', comment: 'Alice called' },
  ])
  expect(await views(originator)).toEqual([])
  expect(await tell()).toBe(originator)
  expect(await views(originator)).toEqual([{ ...seen, by: null, comment: null }])
  expect(await views(stranger)).toEqual([])
})

test('[TX-04] a view stands in both companies’ audit chains, the person in their own alone', async () => {
  const { id } = await released()
  await look(beneficiary, id)
  const detail = { reason: 'DECIDE', how: 'CLICK', parts: ['ORIGINATOR'] }
  expect(await audited(beneficiary)).toEqual([
    { actor: 'did:web:officer', action: 'transaction.decrypt', object: id, detail },
  ])
  await tell(2)
  expect(await audited(originator)).toEqual([
    {
      actor: 'system',
      action: 'transaction.viewed',
      object: id,
      detail: { ...detail, by: beneficiary },
    },
  ])
  const told = `select from audit.entry where action = 'transaction.viewed' and object = '${id}'`
  expect(await desk.query(told)).toHaveLength(1)
  const chain = await desk.database.withTenant(originator, (tx) => verifyChain(tx, originator))
  expect(chain).toMatchObject({ firstBad: null })
  expect(await views(originator)).toHaveLength(1)
})

test('[TX-04] what cannot be noted is not opened', async () => {
  const { id } = await released()
  await desk.run('revoke insert on transactions.pii_view from countersign_app')
  await expect(look(beneficiary, id)).rejects.toMatchObject({ code: '42501' })
  await desk.run('grant insert on transactions.pii_view to countersign_app')
  await desk.run('revoke insert on transactions.step from countersign_app')
  await expect(look(beneficiary, id)).rejects.toMatchObject({ code: '42501' })
  await desk.run('grant insert on transactions.step to countersign_app')
  expect(await views(beneficiary)).toEqual([])
  await expect(look(beneficiary, id)).resolves.toMatchObject({ parts: [{}] })
})

test('[TX-04] what does not open leaves no view', async () => {
  const { id } = await released()
  await desk.run(
    'update transactions.sealed_key set box = set_byte(box, 79, get_byte(box, 79) # 1)',
  )
  await expect(look(beneficiary, id)).rejects.toThrow()
  expect(await views(beneficiary)).toEqual([])
  expect(await desk.query('select from transactions.step')).toEqual([])
})

test('[TX-04] before the release there is nothing to open', async () => {
  const { id } = await addSealed(desk)
  await expect(look(beneficiary, id)).rejects.toMatchObject({
    code: 'conflict',
    wire: 'CountersignTransactionNotReleasedError',
  })
  await expect(look(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await views(beneficiary)).toEqual([])
})

test('[TX-04] a company that is no side anymore opens nothing, even while its key is there', async () => {
  const { id } = await released()
  await desk.run(`update transactions.transfer set beneficiary_did = '${stranger}'`)
  await expect(look(beneficiary, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await views(beneficiary)).toEqual([])
})

test('[TX-04] an owner that opens its own data has one view, with its customer', async () => {
  const { id, tree } = await addSealed(desk)
  await addSide(originator, id)
  const { parts } = await look(originator, id, { how: 'AUTO', reason: 'AUTO' })
  expect(parts).toMatchObject([{ tree }])
  expect(await views(originator, { customerKey })).toMatchObject([
    { viewer: originator, owner: originator, by: 'did:web:officer', how: 'AUTO' },
  ])
  expect(await desk.query('select from transactions.step')).toEqual([])
})

test('[TX-04] a view of another company’s data names no customer', async () => {
  const { id } = await released()
  await addSide(beneficiary, id)
  await look(beneficiary, id)
  expect(await views(beneficiary, { customerKey })).toEqual([])
  expect(await views(beneficiary)).toHaveLength(1)
})

test('[T16] a comment does not open at another transfer’s view', async () => {
  const [first, second] = [await released(), await released()]
  for (const { id } of [first, second]) await look(beneficiary, id, { comment: canary() })
  await desk.run(
    `update transactions.pii_view set comment = (select comment from transactions.pii_view
       where transfer_id = '${first.id}') where transfer_id = '${second.id}'`,
  )
  await expect(views(beneficiary, { transferId: second.id })).rejects.toThrow()
  await expect(views(beneficiary, { transferId: first.id })).resolves.toHaveLength(1)
})

test('[TX-04] only the parts asked for are opened and noted', async () => {
  const { id } = await released()
  const tree = person()
  await desk.database.withTenant(beneficiary, (tx) =>
    sealParts(tx, desk.keys, beneficiary, id, [{ part: 'BENEFICIARY', tree, fields: [] }], at),
  )
  const { parts } = await look(beneficiary, id, {}, ['BENEFICIARY'])
  expect(parts).toEqual([
    { owner: beneficiary, transferId: id, part: 'BENEFICIARY', version: 1, tree },
  ])
  expect(await views(beneficiary)).toMatchObject([{ part: 'BENEFICIARY', owner: beneficiary }])
  expect((await look(beneficiary, id)).parts.map(({ part }) => part).toSorted()).toEqual([
    'BENEFICIARY',
    'ORIGINATOR',
  ])
})

test('[TX-04] a comment on a view stands in no column, nor does what was opened', async () => {
  const { id } = await released()
  const comment = canary()
  const { parts } = await look(beneficiary, id, { comment })
  await tell()
  const text = await dump(desk)
  const leaves = JSON.stringify(parts).match(/[0-9a-f]{16}/g) ?? []
  expect(leaves).toHaveLength(5)
  for (const secret of [comment, ...leaves])
    for (const form of forms(secret)) expect(text).not.toContain(form)
})

test('[TX-04] the log is read by filters, latest first, in pages', async () => {
  const ids = []
  for (let n = 0; n < 3; n++) {
    const { id } = await released()
    ids.push(id)
    await look(beneficiary, id, { actor: { did: `did:web:${n}` } })
  }
  await desk.run(
    `update transactions.pii_view set at = at + interval '1 hour' where by_did = 'did:web:1'`,
  )
  const all = await views(beneficiary)
  expect(all.map(({ by }) => by)).toEqual(['did:web:1', 'did:web:0', 'did:web:2'])
  const [first, second, third] = all
  if (!first || !second) throw new Error('three')
  expect(await views(beneficiary, {}, 2)).toEqual([first, second])
  expect(await views(beneficiary, { after: first })).toEqual([second, third])
  expect(await views(beneficiary, { after: second })).toEqual([third])
  expect(await views(beneficiary, { transferId: String(second.transferId) })).toEqual([second])
  expect(await views(beneficiary, { by: 'did:web:2' })).toEqual([third])
  expect(await views(beneficiary, { from: first.at })).toEqual([first])
  expect(await views(beneficiary, { to: first.at })).toEqual([second, third])
  expect(await views(beneficiary, { owner: beneficiary })).toEqual([])
  expect(await views(beneficiary, { viewer: originator })).toEqual([])
  expect(await views(beneficiary, { owner: originator, viewer: beneficiary })).toEqual(all)
})
