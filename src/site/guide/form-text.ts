/** The text of a field in a form link that is left to the crawl to choose. */
export const ANY_WORDS = '*'

/** The suffix for the XPath of a form whose field of this name is left to the crawl. */
export const anyWordsIn = (field: string): string =>
  `, .//*[@name="${field.replaceAll('"', '')}"] : ${ANY_WORDS}`
