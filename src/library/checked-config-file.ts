/** Reads and validates config files, and explains their keys. */
export { readConfig } from '../config/config-file.ts'
export { type ConfigKey, configKeys } from '../config/reference.ts'
