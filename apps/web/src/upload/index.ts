export { UploadButton } from './upload-button.tsx'
