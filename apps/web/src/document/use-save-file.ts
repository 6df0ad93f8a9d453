import { useQueryClient } from '@tanstack/react-query'
import { api, keyOf, refresh, useChange } from '../api/index.ts'
import { saveFile } from '../ui/table/csv.ts'
import { fetchFile } from './files.ts'
import { saveDirectly } from './sending.ts'

type SaveOptions = {
  readonly owner: string
  /** The company in whose name it is read. */
  readonly reader: string
  /** The file as it was uploaded, without the reader’s name. */
  readonly original?: boolean
  readonly file: {
    readonly id: string
    readonly s3URL: string
    readonly fileName: string
    readonly size: number
  }
}

/** Saves a document on the person's disk. The owner's log counts it. */
export function useSaveFile({ owner, reader, file, original }: SaveOptions) {
  const queryClient = useQueryClient()
  const save = async () => {
    if (await saveDirectly(owner, reader, file, original)) return
    saveFile(await fetchFile(owner, file.s3URL, reader, original), file.fileName)
  }
  return useChange(save, {
    onSuccess: () => {
      if (owner !== reader) return
      void refresh(queryClient, keyOf(api.document.list, { did: owner }))
      void refresh(
        queryClient,
        keyOf(api.document.listDownloads, { did: owner, documentId: file.id }),
      )
    },
  })
}
