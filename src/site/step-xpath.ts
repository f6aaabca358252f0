/** The path of a sketch (`/div.#main/ul.menu/li/a`) as an XPath. */
export function pathXPath(path: string): string {
  const steps = path.split('/').slice(1)
  return `/html/body/${steps.map(stepXPath).join('/')}`
}

function stepXPath(step: string): string {
  const dot = step.indexOf('.')
  if (dot < 0) return step
  const tag = step.slice(0, dot)
  const word = step.slice(dot + 1)
  if (word.startsWith('#')) return `${tag}[@id=${quoted(word.slice(1))}]`
  return `${tag}[contains(concat(" ",normalize-space(@class)," "),${quoted(` ${word} `)})]`
}

/** XPath 1.0 has no escapes in strings: one with both quotes is put together. */
export function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`
  if (!text.includes("'")) return `'${text}'`
  return `concat(${text
    .split('"')
    .map(part => `"${part}"`)
    .join(`,'"',`)})`
}
