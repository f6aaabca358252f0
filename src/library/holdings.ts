/** An open collection as the engine has it: its store and the folder of its archive. Programs get a `Collection` instead. */
export { type Collection as Holdings, openCollection as openHoldings } from '../crawl/index.ts'
