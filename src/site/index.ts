export { type Exploration, type ExploreOptions, explore } from './explore.ts'
export type { PageSource, SourcePage } from './source.ts'
