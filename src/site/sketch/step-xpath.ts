/**
 * Writes the path of a sketch (`/div.#main/ul.menu/li/a`) as an XPath, as short as the other paths of its pages allow: shorter ones
 * survive more changes of a template, and people can read them.
 */
export function pathXPath(path: string): string {
  const steps = path.split('/').slice(1)
  return `/html/body/${steps.map(stepXPath).join('/')}`
}

/** The shortest end of `path` that begins with a class or id and that none of `others` ends with; otherwise the entire path. */
export function shortXPath(path: string, others: readonly string[]): string {
  const steps = path.split('/').slice(1)
  const rivals = others.filter(other => other !== path).map(other => other.split('/').slice(1))
  for (let from = steps.length - 1; from > 0; from--) {
    const end = steps.slice(from)
    if (end[0]!.includes('.') && !rivals.some(rival => endsWith(rival, end)))
      return `//${end.map(stepXPath).join('/')}`
  }
  return pathXPath(path)
}

/** A step without a word matches any step of its tag, as it does in XPath. */
function endsWith(steps: readonly string[], end: readonly string[]): boolean {
  if (end.length > steps.length) return false
  const tail = steps.slice(steps.length - end.length)
  return end.every((step, i) => (step.includes('.') ? tail[i] === step : tail[i]!.split('.')[0] === step))
}

export function stepXPath(step: string): string {
  const dot = step.indexOf('.')
  if (dot < 0) return step
  const tag = step.slice(0, dot)
  const word = step.slice(dot + 1)
  if (word.startsWith('#')) return `${tag}[@id=${quoted(word.slice(1))}]`
  return `${tag}[contains(concat(" ",normalize-space(@class)," "),${quoted(` ${word} `)})]`
}

/** XPath 1.0 has no escapes in strings: a text with both kinds of quotes is concatenated from parts. */
export function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`
  if (!text.includes("'")) return `'${text}'`
  const parts = text.split('"').map(part => `"${part}"`)
  return `concat(${parts.join(`,'"',`)})`
}
