export {
  countDirectoryFacets,
  type Directory,
  directoryOf,
  listDirectory,
  only,
} from './directory.operations.ts'
export { says } from './filter.store.ts'
