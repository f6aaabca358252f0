/** Where the file of a page stands in a folder of Markdown: by host and path, so that people find it. */

const MAX_NAME_CHARS = 80
const MAX_FOLDERS = 12
/** Letters and digits of any language; the rest means something to some shell or file system. */
const UNSAFE = /[^\p{L}\p{M}\p{N}._~+-]+/gu

/**
 * Such as `example.org/docs/intro.md`. Different addresses may have the same place: upper and lower case, queries, and what file systems cannot
 * name. `key`, which no two pages share, then tells them apart.
 */
export function markdownPlace(url: string, key?: string): string {
  const { host, pathname } = new URL(url)
  const steps = pathname.split('/').slice(1).map(readable)
  const last = steps.pop()!.replace(/\.(?:x?html?|php|aspx?|jsp)$/i, '') || 'index'
  const folders = [host, ...steps.slice(0, MAX_FOLDERS)].map(folderName)
  return [...folders, `${fileName(last)}${key === undefined ? '' : `-${key}`}.md`].join('/')
}

function readable(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

const fileName = (text: string): string =>
  text.normalize('NFC').replace(UNSAFE, '_').replace(/^\./, '_').slice(0, MAX_NAME_CHARS) || '_'

/** A folder never has the name of a file. */
const folderName = (text: string): string => fileName(text).replace(/\.md$/i, '.md_')
