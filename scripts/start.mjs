/** `npm start [-- COMMAND …]`: installs what is missing, builds the dashboard and runs tidewatch; without a command, the demonstration. */
import { join } from 'node:path'
import { ensureInstalled, ensureWeb, root, runAndExit } from './install.mjs'

ensureInstalled()
ensureWeb()
// Ctrl-C goes to the whole group; this process waits for tidewatch to end cleanly.
process.on('SIGINT', () => {})
const args = process.argv.slice(2)
runAndExit(join(root, 'bin', 'tidewatch'), args.length > 0 ? args : ['demo'])
