/**
 * Guided crawling: a site model tells a crawl where to go and what to read. `Guide` is one model at work on one page; `GuideData` is
 * the model as plain data, made from a hand-written specification or from an inferred model.
 */
export { depthsOf, type GuideData, isFor } from './data.ts'
export { type AskedForm, baseOf, Guide, type GuidedPage } from './guide.ts'
export { guideOfModel, startClass } from './make.ts'
export { isPosted, postOf } from './posted.ts'
export { readRecord } from './record.ts'
export type { Submission } from './submission.ts'
export { UNPLACED_CLASS } from './unplaced.ts'
