import { expect, test } from 'vitest'
import { induceWrapper } from './induce.ts'

const seasons = (player: number) =>
  Array.from(
    { length: 3 + ((player * 7) % 6) },
    (_, i) => `<tr><td>${1990 + player + i}</td><td>Team ${(player * 5 + i) % 11}</td></tr>`,
  ).join('')

/** Tables without headings, with as many rows as each player has seasons. */
const pages = Array.from({ length: 12 }, (_, player) => ({
  url: `https://a.test/${player}`,
  status: 200,
  html: `<h1>Player ${player}</h1><p><b>Height:</b> ${180 + player} cm</p><div id="stats"><table>${seasons(player)}</table><table><tr><td>Total</td><td>${player}</td></tr></table></div>`,
}))

test('a row of a table whose length varies is no field', () => {
  const { fields } = induceWrapper(pages)
  expect(fields.some(({ name }) => name === 'height')).toBe(true)
  expect(fields.filter(({ xpath }) => /tr\[[2-9]\]/.test(xpath))).toEqual([])
})
