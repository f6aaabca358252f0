import { describe, expect, it } from 'vitest'
import formWords from './form-words.json' with { type: 'json' }
import { isQueryName, tell } from './words.ts'

const conceptsOf = (text: string) => {
  const clues = new Set<string>()
  tell(clues, 'name', text)
  return [...clues].filter(clue => clue.startsWith('name~')).map(clue => clue.slice(5))
}

describe('concepts in the words of forms', () => {
  it.each([
    ['loginForm', 'login'],
    ['Passwortwiederholung', 'again'],
    ['sign-up', 'register'],
    ['sign_up', 'register'],
    ['signup', 'register'],
    ['Suchbegriff', 'search'],
    ['What is 3 + 4?', 'captcha'],
    ['leave this field blank', 'trap'],
    ['b_0123456789abcdef_01234567', 'trap'],
    ['if human, leave it blank', 'trap'],
    ['メール', 'mail'],
  ])('%s: %s', (text, concept) => expect(conceptsOf(text)).toContain(concept))

  it('find a word at a boundary only, where the list says so', () => {
    expect(conceptsOf('tel')).toContain('phone')
    expect(conceptsOf('hotel')).not.toContain('phone')
    expect(conceptsOf('zuletzt besucht')).not.toContain('search')
  })
})

it('a search field may be called by a name that is no word', () => {
  expect(['q', 'Q', 'searchTerm'].every(isQueryName)).toBe(true)
  expect(isQueryName('quantity')).toBe(false)
})

it('words are in lower case, as the texts are that they are looked for in', () => {
  for (const words of Object.values(formWords.concepts))
    for (const word of words) expect(word).toBe(word.toLowerCase())
})
