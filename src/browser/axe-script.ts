/** Runs axe-core, the standard accessibility checker, in a page, isolated from the page's own scripts. */
import { importExtra } from '../env/index.ts'
import type { PageFindings } from './rendered.ts'

/** Most elements listed for each rule, and the length of their paths. */
const MAX_ELEMENTS = 5
const MAX_ELEMENT_CHARS = 500
const RESULT = '__tidewatchFindings'

let loaded: Promise<string> | null = null

/** The code of axe-core, loaded when the first page is checked. */
export function axeSource(): Promise<string> {
  loaded ??= importExtra('axe-core', 'analyse.accessibility: browser', async () => {
    const { default: axe } = await import('axe-core')
    return axe.source
  })
  return loaded
}

/** Starts checking the page; the checks need page time to complete. */
export const startAxe = (source: string, rules: readonly string[]): string => `${source};
globalThis.${RESULT} = null
axe.run(document, {
  runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], xpath: true, iframes: false, preload: false, performanceTimer: false,
}).then(({ passes, violations }) => {
  const xpath = node => String([node.xpath].flat(2).at(-1)).slice(0, ${MAX_ELEMENT_CHARS})
  globalThis.${RESULT} = JSON.stringify({
    passed: passes.map(({ id }) => id),
    failed: violations.map(({ id, nodes }) => [id, nodes.length, nodes.slice(0, ${MAX_ELEMENTS}).map(xpath)]),
  })
}, () => { globalThis.${RESULT} = '' })
0`

/** Null while the checks are running, empty if they failed. */
export const AXE_RESULT = `globalThis.${RESULT}`

/** Reads the results: only for the rules requested, and only in the expected shape. */
export function findingsIn(result: string, rules: readonly string[]): PageFindings | null {
  const asked = new Set(rules)
  try {
    const { passed, failed } = JSON.parse(result) as PageFindings
    return {
      passed: passed.filter(rule => asked.has(rule)),
      failed: failed
        .filter(([rule, count]) => asked.has(rule) && Number.isSafeInteger(count))
        .map(([rule, count, elements]) => [rule, count, elements.map(String)]),
    }
  } catch {
    return null
  }
}
