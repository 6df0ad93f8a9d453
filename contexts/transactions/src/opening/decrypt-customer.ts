import type { Input } from '@countersign/contracts'
import type { customers as contract } from '@countersign/contracts/transactions'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { CompanyCall } from '@countersign/kit/handlers'
import { id as newId } from '@countersign/kit/ids'
import { findCustomer, noSuchCustomer, openCustomer } from '../customer/index.ts'
import type { Caller, TransactionsDeps } from '../deps.ts'
import type { DB } from '../tables.gen.ts'
import { addCustomerView, commentPlace } from './view.store.ts'

type InCompany = CompanyCall<TransactionsDeps, Caller, DB>
type Reason = Input<typeof contract.decrypt>['body']['reason']

/**
 * Opens a customer's data for a person of the company, who says why. The view is written down in the same
 * transaction, before anything is opened.
 * @throws 403 for machines, 404, 409 where nothing is known of the customer
 */
export async function decryptCustomer(
  call: InCompany,
  { ref, body: { reason } }: Input<typeof contract.decrypt>,
): Promise<{ ivms101: unknown; viewId: string }> {
  refuseMachines(call)
  const customer = await findCustomer(call.tx, call.company, ref)
  if (!customer) throw noSuchCustomer()
  if (!customer.sealed) throw fail('conflict', 'Only the reference is known for this customer')
  const viewId = await noteCustomerView(call, customer, reason, 'customer.decrypt')
  return { ivms101: await openCustomer(call, customer), viewId }
}

/** @throws 403 for machines, which open nothing of a customer's */
export function refuseMachines({ caller }: Pick<InCompany, 'caller'>): void {
  if (caller.viewer.clientId !== undefined)
    throw fail('forbidden', 'Machines can’t open personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
}

/** Writes down that somebody opens what is kept of a customer, and why. @returns the view's id */
export async function noteCustomerView(
  { tx, company, deps, caller, actor, at }: InCompany,
  customer: { readonly key: string; readonly version: number },
  { code, comment }: Reason,
  action: string,
): Promise<string> {
  const viewId = newId('vew', at.getTime())
  await addCustomerView(tx, company, customer, {
    id: viewId,
    role: caller.viewer.grants.find(({ vaspDID }) => vaspDID === company)?.role ?? '',
    reason: code,
    at,
    own: {
      by: actor.did,
      comment:
        comment === undefined
          ? null
          : deps.vault.seal(comment, commentPlace(company, customer.key)),
    },
  })
  await audit(tx, actor, at, {
    company,
    action,
    object: customer.key,
    detail: { reason: code },
  })
  return viewId
}
