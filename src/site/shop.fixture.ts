/** A small shop with known templates, for the tests of this folder: lists with several pages, products with optional blocks, texts. */
import type { PageSource, SourcePage } from './sample/source.ts'

const HOST = 'http://shop.test'
const PRODUCTS = 60
const A_PAGE = 10

function frame(title: string, body: string): string {
  return `<html><head><title>${title}</title></head><body><div class="top"><ul class="nav"><li><a href="/">Home</a></li>
<li><a href="/list/1">Shop</a></li><li><a href="/about">About</a></li><li><a href="/terms">Terms</a></li></ul>
<form action="/find"><input name="q"><button>Search</button></form></div>${body}<div class="foot">Shop of tests</div></body></html>`
}

const cards = (ids: readonly number[]) =>
  `<ul class="products">${ids.map(id => `<li class="card"><h3><a class="title" href="/product/item-${id}">Item ${id}</a></h3></li>`).join('')}</ul>`

function product(id: number): string {
  const related =
    id % 3 === 0
      ? `<div class="related"><h2>Related</h2>${cards([id + 1, id + 2].filter(n => n <= PRODUCTS))}</div>`
      : ''
  const table = id % 4 === 0 ? '<table class="sizes"><tr><td>S</td><td>M</td></tr></table>' : ''
  return frame(
    `Item ${id}`,
    `<div class="product"><h1 class="name">Item ${id}</h1><span class="price">${id}.99</span><span class="label">Price</span>
<div class="description"><p>Text ${id * 7}</p></div>${table}${related}</div>`,
  )
}

function list(page: number): string {
  const ids = Array.from({ length: A_PAGE }, (_, i) => (page - 1) * A_PAGE + i + 1)
  const turn = [page - 1, page + 1].filter(n => n >= 1 && n <= PRODUCTS / A_PAGE)
  return frame(
    `List ${page}`,
    `<div class="listing"><h1 class="heading">All items</h1>${cards(ids)}
<div class="pager">${turn.map(n => `<a href="/list/${n}">${n}</a>`).join('')}</div></div>`,
  )
}

const text = (title: string) =>
  frame(
    title,
    `<div class="text"><h1 class="caption">${title}</h1><p class="lead">Words on ${title}.</p><p>More.</p></div>`,
  )

export function shopPage(path: string): string | undefined {
  if (path === '/')
    return frame(
      'Shop',
      `<div class="hero"><h1 class="welcome">Welcome</h1>${cards([1, 5, 9])}</div><div class="news">New</div>`,
    )
  if (path === '/about' || path === '/terms') return text(path.slice(1))
  const [, kind, number] = /^\/(list|product)\/(?:item-)?(\d+)$/.exec(path) ?? []
  const id = Number(number)
  if (kind === 'list' && id >= 1 && id <= PRODUCTS / A_PAGE) return list(id)
  return kind === 'product' && id >= 1 && id <= PRODUCTS ? product(id) : undefined
}

export class ShopSource implements PageSource {
  readonly asked: string[] = []

  readonly fetch = (url: string): Promise<SourcePage | null> => {
    this.asked.push(url)
    const html = shopPage(url.slice(HOST.length))
    return Promise.resolve(html === undefined ? null : { url, html, status: 200 })
  }
}

export const SHOP = `${HOST}/`
export const MADE_AT = '2020-01-01T00:00:00Z'
