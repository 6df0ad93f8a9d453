import { fail } from '@countersign/kit/errors'

/** A company has one bulk action at a time. */
export const underWay = () =>
  fail('conflict', 'Another bulk action is under way. Wait for it, or cancel it.')
