export { uploadAddressList, uploads } from './operations.ts'
export { startForgettingRejected } from './rejected.worker.ts'
export { resealUploads } from './upload.store.ts'
export { startUploads, workOnUploads } from './work.worker.ts'
