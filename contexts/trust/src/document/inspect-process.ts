import { readFile } from 'node:fs/promises'
import { answerAside } from '@countersign/kit/aside-answer'
import * as z from 'zod/mini'
import { officeParts, refusalOfOffice } from './office.ts'

const Question = z.object({ path: z.string(), mediaType: z.string() })

const isOffice = (type: string): type is keyof typeof officeParts =>
  Object.hasOwn(officeParts, type)

answerAside(async (question) => {
  const { path, mediaType } = Question.parse(question)
  if (isOffice(mediaType)) return { refusal: await refusalOfOffice(path, mediaType) }
  // Most of the time goes into loading the parser.
  const { refusalOfPdf } = await import('./pdf.ts')
  return { refusal: await refusalOfPdf(await readFile(path)) }
})
