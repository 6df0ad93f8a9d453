import { operationsOf } from '@countersign/contracts'
import { contexts, product } from '@countersign/contracts/product'
import { productDocument } from '../openapi/index.ts'
import type { Target } from './fuzz/request.fixture.ts'

/** Contexts whose tables hold nothing in the demo yet, so that there is nothing to guard. */
const empty = ['transactions', 'report', 'billing']

/** The database's schemas with the product's rows. */
export const schemas = [...Object.keys(contexts), 'audit', 'mail', 'outbox'].filter(
  (name) => !empty.includes(name),
)

/** The product's operations by name. */
export const operations = new Map(
  operationsOf(product).map(({ name, operation }) => [name, operation]),
)

// As declared, whatever a test does to a declaration later.
const companyFields = new Map(
  [...operations].map(([name, { access }]) => [
    name,
    typeof access === 'object' ? access.company : undefined,
  ]),
)

/** The name of the path, query or body field that holds the company, where a permission is asked in one. */
export const companyField = ({ id }: Target): string | undefined => companyFields.get(id)

/** Whether a parameter of a path holds a company's DID. */
export const holdsDid = (target: Target, param: string): boolean =>
  /(^did|Did|DID)$/.test(param) || companyField(target) === param

export const document = productDocument()

/** Whether a schema is that of a DID, or of a list of them. */
function isDid(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const part = (key: string): unknown => Reflect.get(schema, key)
  const choices = [part('items'), part('anyOf'), part('oneOf')].flat()
  return (
    String(part('pattern')).includes('^did:') ||
    String(part('$ref')).endsWith('/Did') ||
    choices.some(isDid)
  )
}

/** The names of the fields that hold DIDs, and of those that hold ids of other things. */
export const names = (() => {
  const dids = new Set<string>()
  const ids = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const name = 'in' in value && 'name' in value ? String(value.name) : key
      if (isDid(member)) dids.add(name)
      else if (/(^id|Id|_id|URL|clientid)$/.test(name)) ids.add(name)
      visit(member)
    }
  }
  visit(document)
  return { dids, ids }
})()
