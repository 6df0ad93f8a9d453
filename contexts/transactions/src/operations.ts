import {
  type Action,
  address as addressContract,
  tx as contract,
  customers as customerContract,
  proofs as proofContract,
  rules as ruleContract,
  type Transaction,
} from '@countersign/contracts/transactions'
import type { Call } from '@countersign/kit/handlers'
import { saidOf } from './act/index.ts'
import * as book from './address/index.ts'
import { create, findAssets, notify, priceAsset, validate, validateV1 } from './creation/index.ts'
import * as customer from './customer/index.ts'
import type { Caller, TransactionsDeps } from './deps.ts'
import { listFile } from './export/index.ts'
import { handlers } from './handlers.ts'
import {
  counts,
  list,
  outcomes,
  query,
  search,
  statistics,
  topCounterparties,
} from './list/index.ts'
import { decryptCustomer, listViews } from './opening/index.ts'
import { perform } from './perform.ts'
import * as proof from './proof/index.ts'
import {
  agree,
  check,
  discard,
  dryRun,
  explain,
  get,
  remove,
  restore,
  set,
  versions,
} from './rule/index.ts'
import {
  assign,
  changeSettings,
  type Doer,
  doerOf,
  type Given,
  listActions,
  settings,
  snooze,
} from './transfer/index.ts'
import { update } from './update.ts'
import { uploadAddressList } from './upload/index.ts'
import { read, view } from './view.ts'

type Calling = Call<TransactionsDeps, Caller>

/** Who calls, as one who acts for the company that the gate let them in to. */
function doer({ caller, actor, at }: Calling): Doer {
  if (caller.company === undefined) throw new Error('The gate named no company')
  return doerOf(caller, caller.company, actor, at)
}

/** An act of the caller. */
const acted = (
  call: Calling,
  action: Action,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  given: Given = {},
): Promise<Transaction> => perform(call.deps, doer(call), { id, action, version, given })

/** The transfers of a company. */
export const tx = handlers(contract, {
  create: (call, { body }) => create(call.deps, doer(call), body),
  notify: (call, { body }) => notify(call.deps, doer(call), body),
  validate: (call, { body }) => validate(call.deps, doer(call).company, body, call.at),
  validateV1: (call, { body }) => validateV1(call, doer(call).company, body),
  approve: (call, { query }) => acted(call, 'approve', query),
  cancel: (call, { body }) => acted(call, 'cancel', body, { ...body, ...saidOf(body) }),
  confirm: (call, { query }) => acted(call, 'confirm', query),
  reject: (call, { body }) => acted(call, 'reject', body, saidOf(body)),
  accept: (call, { query, body }) =>
    acted(call, 'accept', query, body && { ...body, ...saidOf(body) }),
  decline: (call, { body }) => acted(call, 'decline', body, saidOf(body)),
  notReady: (call, { body }) =>
    acted(call, 'notReady', body, {
      ...saidOf(body),
      until: body.until === undefined ? undefined : new Date(body.until),
    }),
  redirect: (call, { query }) => acted(call, 'redirect', query, { to: query.to }),
  process: (call, { body }) => acted(call, 'process', body, body),
  release: (call, { body }) => acted(call, 'release', body, body),
  requestData: (call, { body }) => {
    const { fields, dueInHours, comment } = body
    return acted(call, 'requestData', body, {
      comment,
      request: { items: [...new Set(fields)], dueInHours },
    })
  },
  update: (call, { body }) => update(call.deps, doer(call), body),
  setHash: (call, { body }) => acted(call, 'update.hash', body, body),
  info: (call, input) => read(call, input, doer(call).company),
  list,
  csv: listFile,
  actions: listActions,
  query,
  search,
  outcomes,
  statistics,
  statisticsCounterparties: topCounterparties,
  piiViews: listViews,
  counts: (call) => counts(call),
  assets: async (_, input) => findAssets(input),
  price: (call, input) => priceAsset(call.deps, doer(call).company, input, call.at),
  assign: (call, { body }) => assign(call, body),
  check: (call, { body }) => acted(call, 'check', body, { check: body }),
  snooze: (call, { body }) => snooze(call, body),
  settings: (call) => settings(call),
  saveSettings: (call, { body }) => changeSettings(call, body),
  decrypt: (call, { body }) => view(call, body, doer(call).company),
})

/** The rules that decide a company's transfers. */
export const rules = handlers(ruleContract, {
  get,
  set,
  setDirection: set,
  delete: remove,
  check,
  dryRun,
  versions,
  restore,
  agree,
  discard,
  decisions: (call, { query: { id } }) => explain(call, id),
})

/** A company's addresses and whose they are. */
export const address = handlers(addressContract, {
  registerCustomer: book.registerCustomer,
  uploadAddressList,
  owner: book.owner,
  list: book.list,
  remove: book.remove,
})

/** The customers that a company registered. */
export const customers = handlers(customerContract, {
  list: customer.list,
  create: customer.create,
  get: customer.get,
  update: customer.update,
  remove: customer.remove,
  decrypt: decryptCustomer,
})

/** Proofs that wallets are customers' own. */
export const proofs = handlers(proofContract, {
  request: async (call, input) => proof.request(call, input),
  list: proof.list,
  open: proof.open,
  look: proof.look,
  submit: proof.submit,
  deposit: async (call, input) => proof.deposit(call, input),
})
