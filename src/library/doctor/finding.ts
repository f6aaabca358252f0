/** What an examination says. */
export interface DoctorFinding {
  readonly level: 'ok' | 'warning' | 'problem'
  /** A word for machines: `node`, `disk`, `database`, `archive-file`, … */
  readonly check: string
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

export type Findings = AsyncIterable<DoctorFinding>
