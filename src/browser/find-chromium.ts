import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure } from '../env/failure.ts'

/** Chromium without a window system: pages take less than half the CPU time in it, with the same results. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
/** Names of the program, best first. */
export const CHROMIUM_NAMES: readonly string[] = [...SHELLS, ...NAMES]
/** Locations of browsers that are not on the path. */
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
]

/** Scripts that start the program and stay as its parent: killing one would kill only the script. */
const BEHIND: Readonly<Record<string, string>> = {
  '/usr/bin/chromium-headless-shell': '/usr/lib/chromium/chromium-headless-shell',
}

/** Path of the Chromium executable: the given one, or the system's. `searched` is the value of PATH. */
export function findChromium(given: string | null, searched: string): string {
  if (given !== null) {
    if (isExecutable(given)) return given
    throw new Failure('usage', `render.browser: ${given} is no program that can be started`)
  }
  const folders = searched.split(delimiter).filter(folder => folder !== '')
  const named = (names: readonly string[]) => folders.flatMap(folder => names.map(name => join(folder, name)))
  const found = [...named(SHELLS), ...named(NAMES), ...PLACES].find(isExecutable)
  const behind = BEHIND[found ?? '']
  if (behind !== undefined && isExecutable(behind)) return behind
  if (found !== undefined) return found
  throw new Failure(
    'usage',
    'rendering pages needs Chromium, and there is none: install it (on Debian "apt install chromium-headless-shell" or "chromium", on macOS "brew install --cask chromium"), or name the program in render.browser',
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
