import { useAppearance } from '../theme.ts'
import { type ListKeys, useListKeys } from '../ui/table/list-keys.ts'

/** The keys of a list, unless shortcuts of a single key are switched off. */
export function useRowKeys(keys: ListKeys, options: { inDialog?: boolean } = {}): void {
  const { shortcuts } = useAppearance()
  useListKeys(keys, { ...options, off: shortcuts !== 'on' })
}
