import {
  type Asked,
  at,
  type Call,
  fresh,
  list,
  next,
  type Recipe,
  text,
} from './recipe.fixture.ts'

/** A file of companies, as a form. */
const file = (): Asked => {
  const lines = ['name,country', `Import ${fresh()},SE`, ',XX'].join('\r\n')
  return {
    type: 'multipart/form-data; boundary=fuzz',
    payload: `--fuzz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${lines}\r\n--fuzz--\r\n`,
  }
}

/** A new preview's id; the one before it is cancelled, because only few may wait. */
async function preview(call: Call): Promise<string> {
  if (last !== 'none') await call('noor', 'companyImport.cancel', { path: { importId: last } })
  last = text(await call('noor', 'companyImport.upload', file()), 'id')
  return last
}
let last = 'none'

/** Imports that are over, each with a company: they are there to be undone. */
export const finishedImports = `
  insert into trust.company_import (vasp_did, id, file_name, sha256, format, columns, state, created_by,
      created_at, updated_at)
    select 'network', 'imp_' || lpad(n::text, 27, '0'), 'a.csv', sha256('a'), 'csv', '{name}', 'finished',
      'system', now(), now() from generate_series(1, 20) n;
  insert into trust.company_import_line (vasp_did, import_id, line, state, did, profile, email_domains)
    select vasp_did, id, 2, 'imported', 'did:web:' || replace(id, '_', '-'), '{"name": "Imported"}', '{}'
    from trust.company_import where vasp_did = 'network'`

const of = (id: string, more: Asked = {}): Recipe => ({
  ...{ id: `companyImport.${id}`, as: 'noor' },
  make: async (call) => ({ path: { importId: await preview(call) }, ...more }),
})

/** Imports of companies, from the file to the undoing. */
export const importRecipes: readonly Recipe[] = [
  { id: 'companyImport.upload', as: 'noor', make: async () => file() },
  of('get'),
  of('lines', { query: { per_page: String(1 + (next() % 3)) } }),
  of('rejected'),
  of('confirm', { body: { alsoLines: [] } }),
  of('cancel'),
  {
    ...{ id: 'companyImport.undo', as: 'noor' },
    make: async (call) => {
      const query = { per_page: '100' }
      const imports = list(await call('noor', 'companyImport.list', { query }), 'imports')
      const over = imports.find((one) => at(one, 'state') === 'finished')
      return { path: { importId: text(over, 'id') } }
    },
  },
]
