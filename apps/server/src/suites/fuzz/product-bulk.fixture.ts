import { kestrelBay } from '../../demo/index.ts'
import { at, type Call, list, type Recipe, text } from './recipe.fixture.ts'

const ours = { vaspDID: kestrelBay }

/** Ana's bulk actions: checked ones to start, and done ones to undo. The newest for ever, so that they are listed. */
export const standingBulk = `
  insert into transactions.bulk_task (vasp_did, id, action, args, by_kind, by_did, state, created_at)
    select '${kestrelBay}', 'blk_' || lpad(n::text, 27, '0'), 'snooze', '{"until": null}', 'PERSON', did,
      case n % 2 when 0 then 'READY' else 'DONE' end, now() + n * interval '1 day'
    from identity.user, generate_series(1, 16) n where email = 'ana.reyes@kestrelbay.example';
  insert into transactions.bulk_item (vasp_did, task_id, no, transfer_id, outcome, before)
    select vasp_did, id, 1, gen_random_uuid(), case state when 'DONE' then 'DONE' else 'POSSIBLE' end, '{"until": null}'
    from transactions.bulk_task`

/** The bulk actions of the company, with none under way: it may have one only. */
async function tasks(call: Call): Promise<unknown[]> {
  const found = list(await call('ana', 'bulk.list', { query: ours }), 'tasks')
  const active = found.find((one) => ['CHECKING', 'RUNNING'].includes(text(one, 'state')))
  if (active)
    await call('ana', 'bulk.cancel', { path: { taskId: text(active, 'id') }, query: ours })
  return found
}

/** The id of a standing one in a state. Preparing more would soon meet the limit of a minute. */
async function idOf(call: Call, state: 'READY' | 'DONE'): Promise<string> {
  return text(
    (await tasks(call)).find((one) => at(one, 'state') === state),
    'id',
  )
}

/** Bulk actions on transfers, from their preparation to their undoing. */
export const bulkRecipes: readonly Recipe[] = [
  {
    id: 'bulk.act',
    as: 'ana',
    make: async (call) => {
      const { transactions } = Object(await call('ana', 'tx.list', { query: ours }))
      return { body: { ...ours, action: 'approve', ids: [text(transactions, 0, 'id')] } }
    },
  },
  {
    id: 'bulk.prepare',
    // What is asked at random uses up what Ana may ask in a minute.
    as: 'hana',
    make: async (call) => {
      await tasks(call)
      const { transactions } = Object(await call('ana', 'tx.list', { query: ours }))
      return { body: { ...ours, action: 'approve', ids: [text(transactions, 0, 'id')] } }
    },
  },
  { id: 'bulk.list', as: 'ana', make: async () => ({ query: ours }) },
  {
    id: 'bulk.get',
    as: 'ana',
    make: async (call) => ({ path: { taskId: await idOf(call, 'DONE') }, query: ours }),
  },
  {
    id: 'bulk.cancel',
    as: 'ana',
    make: async (call) => ({ path: { taskId: await idOf(call, 'READY') }, query: ours }),
  },
  {
    id: 'bulk.start',
    as: 'ana',
    make: async (call) => ({ path: { taskId: await idOf(call, 'READY') }, query: ours }),
  },
  {
    id: 'bulk.undo',
    as: 'ana',
    make: async (call) => {
      const over = (await tasks(call)).find((one) => at(one, 'canUndo') === true)
      return { path: { taskId: text(over, 'id') }, query: ours }
    },
  },
]
