import type { OpenedPart } from '../sealing/index.ts'

/** The IVMS101 payload of 2023 that opened parts make up. Comments are no part of it. */
export const ivms101Of = (parts: readonly OpenedPart[]): Record<string, unknown> => ({
  ...Object.fromEntries(
    parts
      .filter(({ part }) => part !== 'COMMENTS')
      .flatMap(({ tree }) => Object.entries(Object(tree))),
  ),
  payloadMetadata: { payloadVersion: '101.2023' },
})
