import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { officeParts, refusalOfOffice } from './office.ts'
import { refusalOfPdf } from './pdf.ts'

const { path, mediaType } = z.object({ path: z.string(), mediaType: z.string() }).parse(workerData)

const isOffice = (type: string): type is keyof typeof officeParts =>
  Object.hasOwn(officeParts, type)

const refusal = isOffice(mediaType)
  ? await refusalOfOffice(path, mediaType)
  : await refusalOfPdf(await readFile(path))
parentPort?.postMessage({ refusal })
