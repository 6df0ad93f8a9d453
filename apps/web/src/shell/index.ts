export { App } from './app.tsx'
export { Frame } from './frame.tsx'
