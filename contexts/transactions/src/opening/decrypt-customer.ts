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

/**
 * Opens a customer's data for a person of the company, who says why. The view is written down in the same
 * transaction, before anything is opened.
 * @throws 403 for machines, 404, 409 where nothing is known of the customer
 */
export async function decryptCustomer(
  call: CompanyCall<TransactionsDeps, Caller, DB>,
  { ref, body: { reason } }: Input<typeof contract.decrypt>,
): Promise<{ ivms101: unknown; viewId: string }> {
  const { tx, company, deps, caller, actor, at } = call
  const { viewer } = caller
  if (viewer.clientId !== undefined)
    throw fail('forbidden', 'Machines can’t open personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
  const customer = await findCustomer(tx, company, ref)
  if (!customer) throw noSuchCustomer()
  if (!customer.sealed)
    throw fail('conflict', 'Nothing is known of this customer but the reference')
  const viewId = newId('vew', at.getTime())
  const { comment } = reason
  await addCustomerView(tx, company, customer, {
    id: viewId,
    role: viewer.grants.find(({ vaspDID }) => vaspDID === company)?.role ?? '',
    reason: reason.code,
    at,
    own: {
      by: actor.did,
      comment:
        comment === undefined
          ? null
          : deps.vault.seal(comment, commentPlace(company, customer.key)),
    },
  })
  const ivms101 = await openCustomer(call, customer)
  await audit(tx, actor, at, {
    company,
    action: 'customer.decrypt',
    object: customer.key,
    detail: { reason: reason.code },
  })
  return { ivms101, viewId }
}
