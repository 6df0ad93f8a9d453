import { sql } from 'kysely'

const mark = '/* planned once */'

/**
 * In front of a statement that nearly every request asks: each connection plans it once. Policies make
 * planning take several times what finding a row does. The text must not differ from call to call.
 */
export const planOnce = sql.raw(mark)

/** Whether a statement was marked so. */
export const isPlannedOnce = (text: string): boolean => text.includes(mark)
