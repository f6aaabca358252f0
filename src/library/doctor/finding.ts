/** Result of one check. */
export interface DoctorFinding {
  readonly level: 'ok' | 'warning' | 'problem'
  /** Machine-readable name of the check: `node`, `disk`, `database`, `archive-file`, … */
  readonly check: string
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

export type Findings = AsyncIterable<DoctorFinding>

type Level = DoctorFinding['level']

const finding =
  (level: Level) =>
  (check: string, message: string, advice?: string): DoctorFinding => ({
    level,
    check,
    message,
    ...(advice !== undefined && { advice }),
  })

export const ok = finding('ok')
export const warning = finding('warning')
export const problem = finding('problem')
