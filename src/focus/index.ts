/**
 * Focused crawls: pages about a topic first.
 *
 * `Focus` judges pages (`TopicJudge`), remembers links that have not been followed yet, and predicts how relevant their pages will be
 * (`LinkPredictor`). It knows neither the store nor the frontier: the engine turns promises into positions in the queue.
 */
export { Focus, type FocusData, type LinkExpectation, type PageBearing, type Relevance } from './focus.ts'
export { bagOf, stemsOf, type TermBag } from './term-bag.ts'
export { RELEVANT, type TopicTerms } from './topic-judge.ts'
