import { identity } from '@countersign/contracts/identity'
import { site } from '@countersign/contracts/site'
import { trust } from '@countersign/contracts/trust'
import { client } from '@countersign/kit/client'

const options = { base: '/api', headers: { 'X-User-Agent': 'countersign-dashboard/0.1' } }

/** The product's API, typed by its contracts. Rejects with `ApiError`, or fetch's error offline. */
export const api = {
  ...client(identity, options),
  ...client(site, options),
  ...client(trust, options),
}

/** For calls that a timer makes: they do not count as activity, so that an idle session can end. */
export const background = { 'X-Background': '1' }
