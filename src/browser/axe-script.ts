/** axe-core in a page: the checker of accessibility that others are measured by, run where the page's own scripts cannot meddle. */
import { importExtra } from '../env/index.ts'
import type { PageFindings } from './rendered.ts'

/** Elements that are named for each rule, as long as they are. */
const MAX_ELEMENTS = 5
const MAX_ELEMENT_CHARS = 500
const RESULT = '__tidewatchFindings'

let loaded: Promise<string> | null = null

/** The code of axe-core, loaded when a page is first checked. */
export function axeSource(): Promise<string> {
  loaded ??= importExtra('axe-core', 'analyse.accessibility: browser', async () => {
    const { default: axe } = await import('axe-core')
    return axe.source
  })
  return loaded
}

/** Begins to check the page; the checks need time that the page must be given. */
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

/** Null while the checks are under way, empty if they failed. */
export const AXE_RESULT = `globalThis.${RESULT}`

/** Only what was asked for, in the shape that it should have. */
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
