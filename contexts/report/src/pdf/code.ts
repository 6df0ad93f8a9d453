import { createHmac, randomBytes } from 'node:crypto'
import type { PdfModel } from '@countersign/contracts/report'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new code: 80 bits that nobody can guess, in four groups of four letters. */
export function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % 32])
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-')
}

/** What a PDF says, as a hash that tells nothing to those who don't have the code. */
export const modelHash = (code: string, model: PdfModel): Buffer =>
  createHmac('sha256', code).update(JSON.stringify(model)).digest()
