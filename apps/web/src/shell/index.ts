export { App } from './app.tsx'
export { Frame } from './frame.tsx'
export { NotFound } from './not-found.tsx'
