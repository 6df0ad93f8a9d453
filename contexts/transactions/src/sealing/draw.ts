import { randomBytes } from 'node:crypto'

const poolLength = 8_192
let pool = Buffer.alloc(0)

/** Random bytes that nobody else gets. To draw a few from the system takes as long as to draw thousands. */
export function draw(length: number): Buffer {
  if (pool.length < length) pool = randomBytes(poolLength)
  const drawn = Buffer.from(pool.subarray(0, length))
  // Nothing that was given away stays here.
  pool.fill(0, 0, length)
  pool = pool.subarray(length)
  return drawn
}
