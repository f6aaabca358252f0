export { type Exploration, type ExploreOptions, explore } from './explore.ts'
export { type Inference, type InferOptions, inferSite, modelOf } from './infer.ts'
export type { ClassLink, LinkType, PageClass, SchemaPath, SiteModel } from './model.ts'
export type { PageSource, SourcePage } from './source.ts'
