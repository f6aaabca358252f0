/** `tidewatch doctor`: checks that the machine is suitable, the collection intact and the archive readable. */
import { realEnv } from '../env/index.ts'
import { examine } from '../library/doctor/examine.ts'
import type { DoctorFinding } from '../library/index.ts'
import type { SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'

export interface DoctorFlags extends SharedOptions {
  readonly repair?: boolean
  /** Read every archive file, not only the last. */
  readonly full?: boolean
}

export async function doctorCommand(options: DoctorFlags, output: Output): Promise<number> {
  let problems = 0
  let warnings = 0
  const { collection, archive = null, repair = false, full = false } = options
  for await (const finding of examine(collection, archive, { repair, full }, realEnv)) {
    if (finding.level === 'problem') problems++
    if (finding.level === 'warning') warnings++
    output.result(options.json ? JSON.stringify(finding) : sentence(finding))
  }
  const verdict = problems === 0 ? 'no problems' : problems === 1 ? 'one problem' : `${problems} problems`
  output.note(`${verdict}${warnings > 0 ? `, ${warnings} to look at` : ''}`)
  return problems > 0 ? EXIT.failed : EXIT.done
}

function sentence({ level, message, advice }: DoctorFinding): string {
  return `${level.padEnd(8)} ${message}${advice === undefined ? '' : `: ${advice}`}`
}
