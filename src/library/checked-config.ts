/** Validates configs. A separate module because loading the schema takes longer than most commands need to read a collection. */
export { configFrom, isModelWord, isSeedAddress } from '../config/index.ts'
