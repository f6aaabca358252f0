/** Reads and validates config files. */
export { readConfig } from '../config/config-file.ts'
