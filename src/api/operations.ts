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

export const OPERATIONS: readonly Operation[] = [
  ...COLLECTIONS,
  ...LISTINGS,
  ...ONE_PAGE,
  ...OUTLOOK,
  ...POLICY_LAB,
  ...ACCESSIBILITY,
  ...SITE_FINDINGS,
  ...SITE_MODELS,
  ...MODEL_EDITS,
  ...ROBOTS,
  ...TASKS,
  ...SENT,
  ...CONTROL,
  ...HOOKS,
  ...METRICS,
]
