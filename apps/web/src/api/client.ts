import { product } from '@countersign/contracts/product'
import { client, type Fetcher } from '@countersign/kit/client'
import { connection } from './connection.ts'
import { sessionEnded } from './session-end.ts'

/** Every call tells the shell whether the server answers, and whether it still knows who calls. */
const fetcher: Fetcher = async (url, init) => {
  try {
    const response = await fetch(url, init)
    connection.answered()
    if (response.status === 401) sessionEnded.set(true)
    return response
  } catch (error) {
    if (!init.signal?.aborted) connection.failed()
    throw error
  }
}

/** What every call to the product's API says of who makes it. */
export const identifier = { 'X-User-Agent': 'countersign-dashboard/0.1' }

const options = { base: '/api', headers: identifier, fetcher }

/** The product's API, typed by its contracts. Rejects with `ApiError`, or fetch's error offline. */
export const api = client(product, options)
