import { product } from '@countersign/contracts/product'
import { client } from '@countersign/kit/client'
import { injected } from '@countersign/kit/testing'
import { signedIn } from '../session.fixture.ts'
import { canaryOf, type Place } from './columns.fixture.ts'
import { type isolationHouse, victimDid } from './house.fixture.ts'

const boundary = 'isolation-boundary'

/** What the company's own people write, by what they write: it ends up in events, mails and logs too. */
const written = [
  'reviewNote',
  'evidence',
  'preference',
  'invitation',
  'jobTitle',
  'file',
  'title',
] as const
type Written = (typeof written)[number]
const mark = (what: Written) => canaryOf(`api.${what}`)

/** Their canaries; all are for the company alone. */
export const canariesOfApi = written.map((what): [string, Place] => [
  mark(what),
  [`api.${what}`, 'own'],
])

/** One of the company's admins works: reviews, invites, remembers, uploads. */
export async function workOfVictim(house: Awaited<ReturnType<typeof isolationHouse>>) {
  const { app } = house.product
  const headers = { 'x-user-agent': 'test', cookie: await signedIn(house.databaseUrl, 'marcus') }
  const options = { base: '/api', headers, fetcher: injected(app) }
  const api = client(product, options)
  const { rows } = await house.owner.query<{ vasp_did: string }>(
    'select vasp_did from trust.vasp where vasp_did <> $1 limit 1',
    [victimDid],
  )
  await api.review.give({
    did: victimDid,
    body: {
      ...{
        reviewedVaspDID: rows[0]?.vasp_did ?? '',
        reviewValue: 'MANUAL',
        note: mark('reviewNote'),
      },
      evidence: [{ kind: 'OTHER', reference: mark('evidence') }],
    },
  })
  await api.preferences.create({
    body: { preference: 'isolation', vasp_did: victimDid, value: [{ at: mark('preference') }] },
  })
  const email = `${mark('invitation')}@kestrelbay.example`
  await api.auth.addUserToVasp({ body: { vaspDID: victimDid, email, role: 'viewer' } })
  await api.auth.updateUserInfo({ body: { jobTitle: mark('jobTitle') } })
  const { uploadUrl, uploadFields } = await api.document.ticket({
    ...{ did: victimDid, query: { documentType: 'AML_POLICY' } },
  })
  const fields = [...uploadFields, { key: 'title', value: mark('title') }]
  const part = (head: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const file = `name="file"; filename="policy.pdf"\r\ncontent-type: application/pdf`
  const uploaded = await app.inject({
    ...{ method: 'POST', url: uploadUrl },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: [
      ...fields.map(({ key, value }) => part(`name="${key}"`, value)),
      part(file, `%PDF-1.7\n${mark('file')}\n%%EOF\n`),
      `--${boundary}--\r\n`,
    ].join(''),
  })
  if (uploaded.statusCode !== 200) throw new Error(uploaded.body)
}
