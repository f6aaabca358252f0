/** The part of one page that is compared, as a rule for its address in `change.rules`. Everything else in the config is kept. */
import type { Config } from '../../src/client/index.ts'

type Rule = Readonly<Record<string, unknown>>

/** The selectors of the rule for this address alone; none if there is no such rule. */
export function comparedPartIn(config: Config, url: string): readonly string[] {
  const select = rulesIn(config).find(rule => isFor(rule, url))?.select
  return select === undefined ? [] : [select].flat().map(String)
}

/** The first rule that fits a page applies, so this one comes first. Without a selector, all of the page is compared again. */
export function withComparedPart(config: Config, url: string, selector: string | null): Config {
  const others = rulesIn(config).filter(rule => !isFor(rule, url))
  const own = selector === null ? [] : [{ url: { exact: url }, select: selector }]
  return { ...config, change: { ...(config.change as Rule | undefined), rules: [...own, ...others] } }
}

function rulesIn({ change }: Config): readonly Rule[] {
  const rules = (change as Rule | undefined)?.rules
  return Array.isArray(rules) ? (rules as Rule[]) : []
}

const isFor = ({ url, select }: Rule, address: string) =>
  select !== undefined && (url as Rule | undefined)?.exact === address
