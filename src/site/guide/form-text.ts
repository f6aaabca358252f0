/** In a form link: the crawl chooses what to ask. */
export const ANY_WORDS = '*'

/** What follows the XPath of a form whose field of this name is left to the crawl. */
export const anyWordsIn = (field: string): string =>
  `, .//*[@name="${field.replaceAll('"', '')}"] : ${ANY_WORDS}`
