import { connect } from '@countersign/kit/db'
import type { DB } from '../tables.gen.ts'
import { kestrel, transfersFixture } from '../transfer/transfers.fixture.ts'
import { forgetRejected } from './rejected.worker.ts'
import { workOnUploads } from './work.worker.ts'

/** The context with its worker for uploads. */
export async function uploadFixture() {
  const fixture = await transfersFixture()
  const relay = connect<DB>({ url: fixture.url, role: 'countersign_relay', max: 2 })
  const { uploads } = fixture.apiOf(kestrel)
  return {
    fixture,
    uploads,
    /** Sends a file as somebody of a company. */
    send: async (
      kind: 'address' | 'customers',
      text: string | Buffer,
      { mode = 'ADD', company = kestrel }: { mode?: string; company?: string } = {},
    ) => {
      const form = new FormData()
      form.append('mode', mode)
      form.append('file', new Blob([text], { type: 'text/csv' }), 'book.csv')
      const request = new Request('http://desk.example', { method: 'POST', body: form })
      const { statusCode, body } = await fixture.requestsOf(company).inject({
        method: 'POST',
        url: `/api/${kind === 'address' ? 'address/lists' : 'customer-lists'}/${company}`,
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      })
      return { status: statusCode, body: JSON.parse(body) }
    },
    /** One round of the worker. */
    step: () => workOnUploads({ deps: fixture.deps, relay }),
    /** Deletes rejected lines whose time is over. */
    forget: () => forgetRejected({ deps: fixture.deps, relay }),
    /** Confirms an upload and does all of it. */
    finish: async (uploadId: string) => {
      await uploads.confirm({ uploadId, query: {} })
      while ((await workOnUploads({ deps: fixture.deps, relay })) > 0);
      return uploads.get({ uploadId, query: {} })
    },
    /** The rejected lines as a file has them. */
    rejected: async (uploadId: string): Promise<string[]> => {
      const { body } = await fixture
        .requestsOf(kestrel)
        .inject({ url: `/api/uploads/${uploadId}/rejected` })
      return body.trim().split('\r\n').slice(1)
    },
    close: async () => {
      await relay.close()
      await fixture.close()
    },
  }
}

/** The nth address of its kind. */
export const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
