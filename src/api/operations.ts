/** Everything the API can do, in the order of its documentation. */
import type { Operation } from './operation.ts'
import { ACCESSIBILITY } from './operations/accessibility-ranks.ts'
import { COLLECTIONS } from './operations/collections.ts'
import { CONTROL } from './operations/control.ts'
import { HOOKS } from './operations/hooks.ts'
import { LISTINGS } from './operations/listings.ts'
import { METRICS } from './operations/metrics.ts'
import { MODEL_EDITS } from './operations/model-edits.ts'
import { ONE_PAGE } from './operations/one-page.ts'
import { OUTLOOK } from './operations/outlook.ts'
import { POLICY_LAB } from './operations/policy-lab.ts'
import { ROBOTS } from './operations/robots-answers.ts'
import { SENT } from './operations/sent.ts'
import { SITE_FINDINGS } from './operations/site-findings.ts'
import { SITE_MODELS } from './operations/site-models.ts'
import { TASKS } from './operations/tasks.ts'

/** Groups of operations, with the names shown in the documentation. */
export const OPERATION_GROUPS: readonly {
  readonly name: string
  readonly operations: readonly Operation[]
}[] = [
  { name: 'Collections', operations: COLLECTIONS },
  { name: 'Running', operations: CONTROL },
  { name: 'Lists', operations: LISTINGS },
  { name: 'One page', operations: ONE_PAGE },
  { name: 'Plan and lab', operations: [...OUTLOOK, ...POLICY_LAB] },
  { name: 'Accessibility', operations: ACCESSIBILITY },
  { name: 'Sites', operations: [...SITE_FINDINGS, ...ROBOTS] },
  { name: 'Models', operations: [...SITE_MODELS, ...MODEL_EDITS] },
  { name: 'Work on stored pages', operations: TASKS },
  { name: 'Files, feeds and streams', operations: SENT },
  { name: 'Notifications and metrics', operations: [...HOOKS, ...METRICS] },
]

export const OPERATIONS: readonly Operation[] = OPERATION_GROUPS.flatMap(({ operations }) => operations)
