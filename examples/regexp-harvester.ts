/** Response stage: collects what matches regular expressions in the text of each page, here e-mail addresses and prices. */
import { definePlugin, type Plugin } from '../src/index.ts'

const PATTERNS: Readonly<Record<string, RegExp>> = {
  email: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
  price: /(?:€|\$|£)\s?\d{1,6}(?:[.,]\d{2})?|\d{1,6}(?:[.,]\d{2})?\s?(?:€|(?:EUR|USD|NOK|kr)\b)/g,
}
const MAX_MATCHES = 100

export function regexpHarvester(patterns: Readonly<Record<string, RegExp>> = PATTERNS): Plugin {
  return definePlugin({
    name: 'regexp-harvester',
    response(visit) {
      if (visit.text === null) return
      for (const [name, pattern] of Object.entries(patterns)) {
        const found = new Set(visit.text.match(pattern) ?? [])
        if (found.size > 0) visit.fields[name] = [...found].slice(0, MAX_MATCHES)
      }
    },
  })
}

export default regexpHarvester()
