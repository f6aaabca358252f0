/** Answers of S3: short XML without attributes that matter, of a service the operator has chosen. */
import { decodeXML } from 'entities'

/** What stands inside each element of a name; elements of one name are never nested. */
export function elements(xml: string, name: string): string[] {
  return xml
    .split(new RegExp(`<${name}(?:\\s[^>]*)?>`))
    .slice(1)
    .map(rest => rest.split(`</${name}>`, 1)[0]!)
}

/** The text of the first element of a name. */
export function textIn(xml: string, name: string): string | undefined {
  const [first] = elements(xml, name)
  return first === undefined ? undefined : decodeXML(first)
}
