import type { Upload, UploadKind } from '@countersign/contracts/transactions'

/** What a file of a kind has, and what its columns are. */
export const kinds: Readonly<
  Record<UploadKind, { title: string; things: string; description: string; file: string }>
> = {
  ADDRESSES: {
    title: 'Upload addresses',
    things: 'addresses',
    description:
      'A CSV file, or a JSON object on each line, with the columns address, network (or asset), tag and customerRef.',
    file: 'File of addresses',
  },
  CUSTOMERS: {
    title: 'Upload customers',
    things: 'customers',
    description:
      'A CSV file, or a JSON object on each line, with the columns customerRef and name. Optional: kind (NATURAL or LEGAL), firstName, country, address, dateOfBirth, placeOfBirth, customerId, and tags separated by |.',
    file: 'File of customers',
  },
}

/** How much an upload changes. */
export const effects = ({ counts }: Upload): number => counts.new + counts.changed + counts.removed

/** Whether an upload still reads, waits or works. */
export const isOpen = ({ state }: Upload): boolean =>
  state === 'READING' || state === 'READY' || state === 'RUNNING'
