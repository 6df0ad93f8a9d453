import {
  startBulk,
  startErasing,
  startErasingAsked,
  startForgettingRejected,
  startKeyRenewal,
  startTransferSweep,
  startUploads,
} from '@countersign/transactions'

/** Starts what has to be done for transfers in the background. */
export function startTransferWork(world: Parameters<typeof startBulk>[0]): {
  stop(): Promise<void>
} {
  const workers = [
    startTransferSweep,
    startBulk,
    startErasing,
    startErasingAsked,
    startForgettingRejected,
    startKeyRenewal,
    startUploads,
  ].map((start) => start(world))
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
