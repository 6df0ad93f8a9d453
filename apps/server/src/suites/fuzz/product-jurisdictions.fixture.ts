import { fresh, list, next, type Recipe } from './recipe.fixture.ts'

/** How the operations of jurisdictions succeed. */
export const jurisdictionRecipes: readonly Recipe[] = [
  {
    ...{ id: 'jurisdiction.update', as: 'noor' },
    make: async (call) => {
      const all = list(await call('noor', 'jurisdiction.list'), 'jurisdictions')
      const { id, updatedAt, ...stated } = Object(all[next() % Math.max(all.length, 1)])
      return { path: { jurisdictionId: String(id) }, body: { ...stated, note: fresh() } }
    },
  },
  {
    ...{ id: 'jurisdiction.create', as: 'noor' },
    make: async (call) => {
      const [one] = list(await call('noor', 'jurisdiction.list'), 'jurisdictions')
      const { updatedAt, version, ...stated } = Object(one)
      const letters = String(next()).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')
      return { body: { ...stated, id: `FUZZ-${letters}`, countries: [] } }
    },
  },
  {
    id: 'jurisdiction.listV1',
    as: 'ana',
    make: async () => ({ query: { countryCode: 'SG' } }),
  },
  {
    id: 'jurisdiction.history',
    as: 'noor',
    make: async () => ({ path: { jurisdictionId: 'SG' } }),
  },
]
