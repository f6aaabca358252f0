/** Configs, checked. A door of its own: the schema takes longer to load than most commands take to read a collection. */
export { configFrom, isModelWord } from '../config/index.ts'
