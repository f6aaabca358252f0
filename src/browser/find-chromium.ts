import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure } from '../env/failure.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
/** Where browsers are that are not on the path. */
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
]

/** The file that starts Chromium: the given one, or what the system has. `searched` is the value of PATH. */
export function findChromium(given: string | null, searched: string): string {
  if (given !== null) {
    if (isExecutable(given)) return given
    throw new Failure('usage', `render.browser: ${given} is no program that can be started`)
  }
  const folders = searched.split(delimiter).filter(folder => folder !== '')
  const all = [...folders.flatMap(folder => NAMES.map(name => join(folder, name))), ...PLACES]
  const found = all.find(isExecutable)
  if (found !== undefined) return found
  throw new Failure(
    'usage',
    'rendering pages needs Chromium, and there is none: install it (on Debian "apt install chromium", on macOS "brew install --cask chromium"), or name the program in render.browser',
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
