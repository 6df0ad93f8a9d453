import { kestrelBay } from '../../demo/index.ts'
import { directRecipes } from './product-direct.fixture.ts'
import { type Call, list, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }

const form = (rows: string) => ({
  path: ours,
  type: 'multipart/form-data; boundary=fuzz',
  payload: `--fuzz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${rows}\r\n--fuzz--\r\n`,
})
const addresses = form(
  'address,network,customerRef\r\n0x52908400098527886E0F7030069857D2E4169EE7,polygon,C-1\r\nx,y,z',
)
const customers = form('customerRef,name,country\r\nC-1,Rahman,SG')

/** None of a kind may be under way for another one to be uploaded. */
async function free(call: Call, kind: string): Promise<void> {
  const found = list(await call('ana', 'uploads.list', { query: { ...ours, kind } }), 'uploads')
  for (const one of found)
    if (['READING', 'READY', 'RUNNING'].includes(text(one, 'state')))
      await call('ana', 'uploads.cancel', { path: { uploadId: text(one, 'id') }, query: ours })
}

async function uploaded(call: Call): Promise<string> {
  await free(call, 'ADDRESSES')
  return text(await call('ana', 'address.uploadAddressList', addresses), 'id')
}

/** How uploads succeed, from a file to what becomes of it. */
export const uploadRecipes: readonly Recipe[] = [
  ...directRecipes,
  {
    id: 'address.uploadAddressList',
    as: 'ana',
    make: async (call) => {
      await free(call, 'ADDRESSES')
      return addresses
    },
  },
  {
    id: 'uploads.customers',
    as: 'ana',
    make: async (call) => {
      await free(call, 'CUSTOMERS')
      return customers
    },
  },
  { id: 'uploads.list', as: 'ana', make: async () => ({ query: { ...ours, kind: 'ADDRESSES' } }) },
  ...['get', 'rejected', 'confirm', 'cancel'].map((name) => ({
    id: `uploads.${name}`,
    as: 'ana' as const,
    make: async (call: Call) => ({ path: { uploadId: await uploaded(call) }, query: ours }),
  })),
]
