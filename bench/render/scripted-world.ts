/** Ten sites of the world with the scripts that sites have: they do something on every page, and bring nothing a reader came for. */
import {
  blog,
  docs,
  el,
  forum,
  news,
  type Page,
  perfumes,
  plain,
  type Site,
  shop,
  templateSite,
  type View,
  wiki,
} from '../../test/world/index.ts'

const SCRIPT = `(() => {
  document.documentElement.className += ' js'
  document.title = document.title
  const bar = document.createElement('div')
  bar.className = 'toolbar'
  bar.innerHTML = '<button>Menu</button> <span>' + new Date().toLocaleTimeString() + '</span> <a href="/login">Log in</a>'
  document.body.prepend(bar)
  for (const link of document.querySelectorAll('a')) link.addEventListener('click', () => {})
  setInterval(() => { bar.querySelector('span').textContent = new Date().toLocaleTimeString() }, 1000)
})()`

export function scriptedWorld(): readonly Site[] {
  const plainSites = [
    blog('blog.test'),
    docs('docs.test'),
    forum('forum.test'),
    news('news.test'),
    perfumes('perfumes.test'),
    shop('shop.test'),
    wiki('wiki.test'),
    templateSite('one.test'),
    templateSite('two.test', { categories: 3 }),
    templateSite('three.test', { perCategory: 12 }),
  ]
  return plainSites.map(withScript)
}

function withScript(site: Site): Site {
  return {
    ...site,
    find: (path, at) => {
      if (path === '/site.js') return plain(SCRIPT, 'script', 'text/javascript')
      const page = site.find(path, at)
      return page?.draw ? { ...page, draw: drawnWithScript(page.draw) } : page
    },
  }
}

function drawnWithScript(draw: NonNullable<Page['draw']>): NonNullable<Page['draw']> {
  return (view: View) => {
    const drawn = draw(view)
    return { ...drawn, children: [...drawn.children, el('script', { src: '/site.js' })] }
  }
}
