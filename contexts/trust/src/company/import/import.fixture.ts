import { isLei } from '@countersign/contracts/trust'
import type { trustFixture } from '../../trust.fixture.ts'
import { importPage } from './page.ts'

type Fixture = Awaited<ReturnType<typeof trustFixture>>

const operator = {
  did: 'did:example:noor',
  email: 'noor@countersign.example',
  grants: [{ vaspDID: null, role: 'Countersign Admin' as const }],
}

/** An LEI with right check digits, another one for each number. */
export function leiOf(n: number): string {
  const stem = `FICT${String(n).padStart(14, '0')}`
  for (let check = 0; check < 100; check++) {
    const lei = `${stem}${String(check).padStart(2, '0')}`
    if (isLei(lei)) return lei
  }
  throw new Error('No check digits fit')
}

/** A file of companies, sent by the operator as a form. */
export async function upload(fixture: Fixture, file: string | Uint8Array, name = 'companies.csv') {
  const form = [
    Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    typeof file === 'string' ? Buffer.from(file) : file,
    Buffer.from('\r\n--x--\r\n'),
  ]
  const answer = await fixture.appAs(operator).inject({
    ...{ method: 'POST', url: '/api/tf/administration/imports', payload: Buffer.concat(form) },
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** The list of rejected lines, as it is saved. */
export async function rejectedCsv(fixture: Fixture, importId: string): Promise<string> {
  const url = `/api/tf/administration/imports/${importId}/rejected`
  return (await fixture.appAs(operator).inject({ method: 'GET', url })).body
}

/** What the workers do, page by page, until nothing is left; `peopled` are companies with people. */
export async function work(fixture: Fixture, peopled: readonly string[] = []): Promise<void> {
  const { database, relay, clock } = fixture
  const isPeopled = async (did: string) => peopled.includes(did)
  while (await importPage({ database, relay, clock, isPeopled }));
}
