import { expect, it } from 'vitest'
import { Interner } from '../sketch/interner.ts'
import { sketchPage } from '../sketch/page-sketch.ts'
import { findClassLinks } from './class-links.ts'

const HOST = 'http://cars.test'
const CARS = 20

/** Cars, each with tabs that lead to its own data, pictures and tests: the same words, different addresses. */
function carPage(path: string): string | undefined {
  if (path === '/')
    return `<title>Cars</title><h1 class="home">Cars</h1><ul class="cars">${Array.from({ length: CARS }, (_, i) => `<li><a class="car" href="/car/${i + 1}">Car ${i + 1}</a></li>`).join('')}</ul>`
  const [, id, tab] = /^\/car\/(\d+)(?:\/(data|pictures|tests))?$/.exec(path) ?? []
  if (!(Number(id) >= 1 && Number(id) <= CARS)) return undefined
  const tabs = ['Data', 'Pictures', 'Tests'].map(
    word => `<a href="/car/${id}/${word.toLowerCase()}">${word}</a>`,
  )
  const parts = {
    data: `<table class="data"><tr><th class="k">Power<td class="v">${Number(id) * 7}</table>`,
    pictures: `<div class="gallery"><figure class="f"><img src="/i/${id}.jpg"><figcaption>Picture ${id}</figcaption></figure></div>`,
    tests: `<section class="tests"><blockquote class="q">Drove ${id}.</blockquote><cite>A tester</cite></section>`,
    none: `<article class="car"><h2 class="model">Model ${id}</h2><p class="about">About ${id}</p><p class="price">${id}</p></article>`,
  }
  return `<title>Car ${id}</title><h1 class="name">Car ${id}</h1><div class="tabs">${tabs.join('')}</div>${parts[(tab ?? 'none') as keyof typeof parts]}<a class="back" href="/">All</a>`
}

const TABS = ['data', 'pictures', 'tests']

it('links of the same words to several classes are a menu, although each page has other addresses', () => {
  const cars = Array.from({ length: CARS }, (_, i) => `/car/${i + 1}`)
  const paths = ['/', ...cars, ...cars.flatMap(car => TABS.map(tab => `${car}/${tab}`))]
  const vocabulary = new Interner()
  const pages = paths.map(path =>
    sketchPage(
      { url: `${HOST}${path}`, html: `<html><body>${carPage(path)}</body></html>`, status: 200 },
      vocabulary,
    ),
  )
  const [HOME, CAR, DATA] = [0, 1, 2]
  const classes = paths.map(path => {
    const tab = TABS.findIndex(each => path.endsWith(each))
    return path === '/' ? HOME : tab < 0 ? CAR : DATA + tab
  })
  const links = findClassLinks(pages, classes)
  const fromCar = links.filter(({ from, to }) => from === CAR && to >= DATA)
  expect(fromCar.map(({ to, type, fixed }) => [to, type, fixed]).toSorted()).toEqual(
    TABS.map((_, i) => [DATA + i, 'menu', false]),
  )
  expect(new Set(fromCar.map(({ path }) => path)).size).toBe(1)
  expect(links.find(({ from, to }) => from === HOME && to === CAR)?.type).toBe('list')
})
