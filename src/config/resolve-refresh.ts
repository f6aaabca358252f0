/** Converts the validated keys of `change`, `refresh` and `weights` to the engine's settings. */

import type { PageSelector } from '../crawl/page-selector.ts'
import type { ChangeSettings, RefreshSettings, WeightSettings } from '../crawl/settings.ts'
import { DAY_MS, isPolicyName, POLICY_NAMES, type StepOptions } from '../refresh/index.ts'
import type { Canonicalizer, ScopePattern } from '../url/index.ts'
import type { ConfigPlace } from './place.ts'
import { absolute } from './place.ts'
import type { ConfigValues } from './schema.ts'
import { readWeights } from './weights.ts'

export function resolveChange({ change }: ConfigValues): ChangeSettings {
  return {
    ...change,
    rules: change.rules.map(
      ({ level, threshold, select = [], leaveOut = [], ignoreText = [], ...pages }) => ({
        ...which(pages),
        ...(level === undefined ? {} : { level }),
        ...(threshold === undefined ? {} : { threshold }),
        ...([select, leaveOut, ignoreText].some(list => list.length > 0) && {
          part: { select, leaveOut, ignoreText },
        }),
      }),
    ),
  }
}

export function resolveRefresh({ refresh }: ConfigValues, place: ConfigPlace): RefreshSettings {
  const { policy, objective, budget, interval, bounds, discover, explore, signals, habits, every, publish } =
    refresh
  return {
    policy: isName(policy) ? policy : absolute(policy, place),
    objective,
    step: settledStep(refresh.step),
    classes: refresh.classes.map(interval => DAY_MS / interval),
    budget: budget === 'auto' ? null : budget,
    intervalMs: interval,
    bounds,
    rules: refresh.rules.map(rule => ({ ...which(rule), bounds: rule.bounds })),
    goals: refresh.goals.map(goal => ({ ...which(goal), share: goal.share, ageMs: goal.age })),
    discover,
    explore,
    changes: refresh.changes,
    signals,
    websub: refresh.websub && settledWebSub(refresh.websub),
    habits,
    cycleMs: every,
    publish,
  }
}

/** The callback URL ends with a slash, because paths are appended to it. */
function settledWebSub({
  callback,
  listen,
}: NonNullable<ConfigValues['refresh']['websub']>): NonNullable<RefreshSettings['websub']> {
  const colon = listen.lastIndexOf(':')
  return {
    callback: callback.endsWith('/') ? callback : `${callback}/`,
    listen: {
      address: listen.slice(0, colon).replace(/^\[|\]$/g, ''),
      port: Number(listen.slice(colon + 1)),
    },
  }
}

function settledStep({ first, longer, shorter, bounds }: ConfigValues['refresh']['step']): StepOptions {
  const [shortest, longest] = bounds
  const days = (ms: number) => ms / DAY_MS
  return {
    first: days(first),
    longer: days(longer),
    shorter: days(shorter),
    shortest: days(shortest),
    longest: days(longest),
  }
}

/** Converts a rule's choice of pages to the engine's `PageSelector`. */
export function which({
  url,
  class: pageClass,
}: {
  url?: unknown
  class?: string | undefined
}): PageSelector {
  return {
    ...(url === undefined ? {} : { url: url as ScopePattern }),
    ...(pageClass === undefined ? {} : { pageClass }),
  }
}

/** Whether a policy is named by a word (one of ours) rather than by the path of a module (one of the user's). */
export function isName(policy: string): boolean {
  return !/[./\\]/.test(policy)
}

export function unknownPolicy(policy: string): string | null {
  if (!isName(policy) || isPolicyName(policy)) return null
  return `there is no policy "${policy}"; there are ${POLICY_NAMES.join(', ')}, or give the path of a module`
}

export function resolveWeights(
  { weights }: ConfigValues,
  place: ConfigPlace,
  canonicalizer: Canonicalizer,
): WeightSettings {
  if (weights === 'auto') return 'auto'
  return weights.map(({ weight, table, accessibility, ...pages }) => {
    if (table !== undefined) return { table: readWeights(absolute(table, place), canonicalizer) }
    if (accessibility !== undefined) return { accessibility, weight: weight! }
    return { ...which(pages), weight: weight! }
  })
}
