/** Configs in files, checked. */
export { readConfig } from '../config/config-file.ts'
