/** Edits: what somebody did write. Each chooses its place at random among all places of the page where it is possible. */
import type { Chance } from './chance.ts'
import {
  attribute,
  type Document,
  type Element,
  escaped,
  insertAt,
  placesOf,
  remove,
  setAttribute,
  type Text,
  textOf,
} from './tree.ts'

/** Changes the page, or answers false where it has no place for such an edit. The same chance makes the same edit. */
export type Edit = (
  tree: Document,
  chance: Chance,
  sentences: readonly string[],
  matterOnly: boolean,
) => boolean

const SENTENCE = /[^.!?]{25,}[.!?](?=\s|$)/

export const EDITS: Readonly<Record<string, Edit>> = {
  'sentence rewritten': (tree, chance, sentences, matterOnly) =>
    onSentence(tree, chance, matterOnly, text => text.replace(SENTENCE, ` ${chance.pick(sentences)}.`)),
  'sentence added': (tree, chance, sentences, matterOnly) =>
    onSentence(tree, chance, matterOnly, text =>
      text.replace(SENTENCE, found => `${found} ${chance.pick(sentences)}.`),
    ),
  'sentence removed': (tree, chance, _, matterOnly) =>
    onSentence(tree, chance, matterOnly, text => text.replace(SENTENCE, '')),
  'word changed': (tree, chance, sentences, matterOnly) =>
    onText(
      tree,
      chance,
      matterOnly,
      text => /\p{L}{4,}/u.test(text),
      text => text.replace(/\p{L}{4,}/u, wordOf(chance, sentences)),
    ),
  price: changePrice,
  number: changeNumber,
  date: changeDate,
  'item added': (tree, chance, sentences, matterOnly) => {
    const item = pickItem(tree, chance, matterOnly)
    if (item === undefined) return false
    const parent = item.parentNode as Element
    const words = escaped(chance.pick(sentences).slice(0, chance.between(20, 80)))
    const markup =
      item.tagName === 'tr'
        ? `<table><tr><td>${words}</td></tr></table>`
        : `<${item.tagName}>${words}</${item.tagName}>`
    insertAt(
      parent,
      parent.childNodes.indexOf(item) + chance.below(2),
      item.tagName === 'tr' ? `<div>${words}</div>` : markup,
    )
    return true
  },
  'item removed': (tree, chance, _, matterOnly) => {
    const item = pickItem(tree, chance, matterOnly)
    if (item !== undefined) remove(item)
    return item !== undefined
  },
  'link target': changeTarget,
}

function onText(
  tree: Document,
  chance: Chance,
  matterOnly: boolean,
  fits: (text: string) => boolean,
  edit: (text: string) => string,
): boolean {
  const texts = placesOf(tree, matterOnly).texts.filter(text => fits(text.value))
  if (texts.length === 0) return false
  const text: Text = chance.pick(texts)
  const before = text.value
  text.value = edit(before)
  return text.value.replace(/\s+/g, ' ').trim() !== before.replace(/\s+/g, ' ').trim()
}

const onSentence = (tree: Document, chance: Chance, matterOnly: boolean, edit: (text: string) => string) =>
  onText(tree, chance, matterOnly, text => SENTENCE.test(text), edit)

const wordOf = (chance: Chance, sentences: readonly string[]) =>
  chance.pick(chance.pick(sentences).match(/\p{L}{4,}/gu) ?? ['another'])

const PRICE = /(?:[$€£¥]\s?\d[\d.,]*\d|\d[\d.,]*\s?(?:[€£]|EUR|USD|kr|zł|руб))/

/** A price that the page has; a page without one gets a price in its text first (`givePrice`, on every visit). */
function changePrice(tree: Document, chance: Chance, _: readonly string[], matterOnly: boolean): boolean {
  const change = (text: string) =>
    text.replace(PRICE, price => {
      const at = [...price.matchAll(/\d/g)].at(-1 - chance.below(2))?.index ?? price.search(/\d/)
      return price.slice(0, at) + ((Number(price[at]) + chance.between(1, 9)) % 10) + price.slice(at + 1)
    })
  const texts = placesOf(tree, matterOnly).texts.filter(text => PRICE.test(text.value))
  if (texts.length === 0) return false
  const text = chance.pick(texts)
  const before = text.value
  text.value = change(before)
  return text.value !== before
}

const PRICES = [
  '$19.99',
  '€ 1.249,00',
  '49 €',
  '£7',
  '1 299 kr',
  '12,50 EUR',
  'USD 4500',
  '¥1980',
  '99,- zł',
  '$1,299.00',
]

export function givePrice(tree: Document, chance: Chance): void {
  const texts = placesOf(tree, true).texts
  if (texts.length === 0) return
  const text = chance.pick(texts)
  const price = chance.pick(PRICES)
  const markup = chance.pick([
    ` ${price} `,
    ` <b>${price}</b> `,
    `<span class="price">${price}</span>`,
    `<div class="amount">${price}</div>`,
  ])
  const parent = text.parentNode as Element
  insertAt(parent, parent.childNodes.indexOf(text) + 1, markup)
}

const MEASURES: readonly ((value: number) => string)[] = [
  value => `${value}`,
  value => `Height: ${value} m`,
  value => `${value} seats`,
  value => `${value % 7} : ${(value * 3) % 5}`,
  value => `Population ${value * 173}`,
  value => `${value} kg of fish were sold`,
  value => `Room ${value}`,
  value => `No. ${value}, second floor`,
]

/** A number that the page states, on every visit until somebody corrects it. */
export function giveNumber(tree: Document, chance: Chance): void {
  const texts = placesOf(tree, true).texts
  if (texts.length === 0) return
  const text = chance.pick(texts)
  const stated = chance.pick(MEASURES)(chance.between(2, 400))
  const markup = chance.pick([
    `<p class="stated">${stated}</p>`,
    `<table class="stated"><tr><td>Total</td><td>${stated}</td></tr></table>`,
    `<ul class="stated"><li>${stated}</li></ul>`,
    ` <b class="stated">${stated}</b> `,
  ])
  const parent = text.parentNode as Element
  insertAt(parent, parent.childNodes.indexOf(text) + 1, markup)
}

function changeNumber(tree: Document, chance: Chance): boolean {
  const isStated = (element: Element | undefined): boolean =>
    element !== undefined &&
    (/stated/.test(attribute(element, 'class') ?? '') || isStated(parentElement(element)))
  const texts = placesOf(tree, true).texts.filter(
    text => /\d/.test(text.value) && isStated(text.parentNode as Element),
  )
  if (texts.length === 0) return false
  const text = chance.pick(texts)
  const step = chance.pick([-3, -1, 1, 1, 2, 5, 17])
  const before = text.value
  text.value = before.replace(/\d+/, digits => String(Math.abs(Number(digits) + step)))
  return text.value !== before
}

const STATEMENTS: readonly ((at: Date) => string)[] = [
  at => `The deadline is ${at.getUTCDate()} ${monthIn('en', at)} ${at.getUTCFullYear()}.`,
  at => `It takes effect on ${monthIn('en', at)} ${at.getUTCDate()}, ${at.getUTCFullYear()}.`,
  at => `Gültig bis ${at.getUTCDate()}. ${monthIn('de', at)} ${at.getUTCFullYear()}`,
  at => `Date limite : ${at.getUTCDate()} ${monthIn('fr', at)} ${at.getUTCFullYear()}`,
  at => `Due ${at.toISOString().slice(0, 10)}`,
  at => `As of ${monthIn('en', at)} ${at.getUTCFullYear()} there were forty of them.`,
  at => `The ferry departs at ${at.toISOString().slice(11, 16)}.`,
  at => `Open from ${at.toISOString().slice(11, 16)} to 23:30`,
  at => `締切は${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月${at.getUTCDate()}日です。`,
]

const monthIn = (language: string, at: Date): string =>
  at.toLocaleString(language, { month: 'long', timeZone: 'UTC' })

/** Years around those of the visits. */
const [FIRST_DATE, LAST_DATE] = [Date.UTC(2021, 0, 1), Date.UTC(2027, 0, 1)]
const QUARTER_HOUR = 900_000

const someDate = (chance: Chance): Date =>
  new Date(FIRST_DATE + QUARTER_HOUR * chance.below((LAST_DATE - FIRST_DATE) / QUARTER_HOUR))

/** A date or a time that the page states, on every visit until somebody moves it. `stated` is the date; the words are drawn by `chance`. */
export function giveDate(tree: Document, chance: Chance): void {
  const texts = placesOf(tree, true).texts
  if (texts.length === 0) return
  const text = chance.pick(texts)
  const place = chance.below(STATEMENTS.length)
  const markup = chance.pick(['p', 'div', 'small'])
  const words = STATEMENTS[place]!(someDate(chance))
  const parent = text.parentNode as Element
  insertAt(
    parent,
    parent.childNodes.indexOf(text) + 1,
    `<${markup} class="dated" data-words="${place}">${words}</${markup}>`,
  )
}

function changeDate(tree: Document, chance: Chance): boolean {
  const dated = placesOf(tree, true).elements.find(element => attribute(element, 'class') === 'dated')
  const text = dated?.childNodes[0] as Text | undefined
  if (dated === undefined || text === undefined) return false
  const before = text.value
  text.value = STATEMENTS[Number(attribute(dated, 'data-words'))]!(someDate(chance))
  return text.value !== before
}

const parentElement = (element: Element): Element | undefined =>
  element.parentNode && 'attrs' in element.parentNode ? element.parentNode : undefined

function pickItem(tree: Document, chance: Chance, matterOnly: boolean): Element | undefined {
  const items = placesOf(tree, matterOnly).elements.filter(
    element =>
      (element.tagName === 'li' || element.tagName === 'tr' || element.tagName === 'dd') &&
      /\p{L}{2}/u.test(textOf(element)),
  )
  return items.length === 0 ? undefined : chance.pick(items)
}

function changeTarget(
  tree: Document,
  chance: Chance,
  sentences: readonly string[],
  matterOnly: boolean,
): boolean {
  const links = placesOf(tree, matterOnly).elements.filter(element => {
    const href = attribute(element, 'href')
    return element.tagName === 'a' && href && !/^(?:#|javascript:|mailto:)/.test(href)
  })
  if (links.length === 0) return false
  const link = chance.pick(links)
  const href = attribute(link, 'href')!
  const word = wordOf(chance, sentences).toLowerCase()
  const changed = [
    href.replace(/[^/?#]*(?=[?#]|$)/, `${word}.html`),
    `https://example.com/${word}`,
    href.replace(/([?#]|$)/, `-${word}$1`),
  ]
  setAttribute(link, 'href', chance.pick(changed))
  return attribute(link, 'href') !== href
}
