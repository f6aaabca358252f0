/**
 * What a path says about the template of its page: its last two steps with a class or an id, and lists inside lists as one list.
 * How deep a text is nested (a chapter in a part, the third level of a table of contents) is content: pages of one template differ in it, and it
 * would make every path below different, too.
 */
const NAMED_STEPS = 2
const NESTING = new Set('ul ol li dl dd dt section blockquote menu'.split(' '))

/** Takes and returns a path as in StepPath. */
export function templatePath(path: string): string {
  const steps = unnested(path.split('/').slice(1))
  let from = steps.length
  for (let named = 0; from > 0 && named < NAMED_STEPS; ) if (steps[--from]!.includes('.')) named++
  return `/${steps.slice(from).join('/')}`
}

/** `ul/li/ul/li` is `ul/li`: a step that is there again leads back to where it was first. */
function unnested(steps: readonly string[]): string[] {
  const kept: string[] = []
  for (const step of steps) {
    const first = NESTING.has(step.split('.', 1)[0]!) ? kept.indexOf(step) : -1
    if (first < 0) kept.push(step)
    else kept.length = first + 1
  }
  return kept
}
