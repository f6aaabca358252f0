/** A manual: relative links, chapters and sections with previous and next, an API reference, fragments everywhere. */
import { frame } from '../layout.ts'
import { a, type Child, el } from '../markup.ts'
import { type Route, routes } from '../routes.ts'
import { neverChanging, type Plan } from '../schedule.ts'
import type { Page, Site } from '../site.ts'
import { story } from '../story.ts'
import { slug, title } from '../words.ts'

export interface DocsOptions {
  readonly chapters?: number
  readonly sections?: number
  readonly classes?: number
  readonly changes?: Plan
}

export function docs(host: string, options: DocsOptions = {}): Site {
  const { chapters = 5, sections = 6, classes = 20, changes = neverChanging } = options
  const className = (seed: number, id: number) => title('en', 'class', seed, id).replaceAll(' ', '')

  const page = (
    template: string,
    { seed, pathname }: Route,
    heading: string,
    body: readonly Child[],
  ): Page => ({
    template,
    schedule: changes(seed, pathname),
    changeKind: 'sentence',
    draw: ({ edits }) => {
      const text = story({ language: 'en', paragraphs: 4, edits, keys: [seed, pathname] })
      const menu = [
        ['/', 'Manual'],
        ['/api/index.html', 'API'],
      ] as const
      return frame({
        seed,
        template,
        title: heading,
        menu,
        main: [el('h1', { id: 'top' }, heading), ...text, ...body],
      })
    },
  })

  const contents = (route: Route): Page => {
    const rows = Array.from({ length: chapters }, (_, c) =>
      el(
        'li',
        {},
        a(`guide/c${c}/index.html`, title('en', 'chapter', route.seed, c)),
        ...sectionList(c, `guide/c${c}/`),
      ),
    )
    return page('contents', route, 'Manual', [el('ol', {}, ...rows)])
  }

  const sectionList = (chapter: number, base: string) => [
    el(
      'ol',
      {},
      ...Array.from({ length: sections }, (_, s) =>
        el('li', {}, a(`${base}s${s}.html`, `${chapter + 1}.${s + 1}`)),
      ),
    ),
  ]

  const chapter = (route: Route): Page | undefined => {
    const id = route.number('c')
    return id < chapters ? page('chapter', route, `Chapter ${id + 1}`, sectionList(id, '')) : undefined
  }

  const section = (route: Route): Page | undefined => {
    const [c, s] = [route.number('c'), route.number('s')]
    if (c >= chapters || s >= sections) return undefined
    const turn = [a('#top', 'top'), a('index.html', 'up')]
    if (s > 0) turn.push(a(`s${s - 1}.html`, 'previous', { rel: 'prev' }))
    if (s < sections - 1) turn.push(a(`s${s + 1}.html`, 'next', { rel: 'next' }))
    const id = (c * sections + s) % classes
    turn.push(a(`../../api/${className(route.seed, id)}-${id}.html#methods`, className(route.seed, id)))
    return page('section', route, `Section ${c + 1}.${s + 1}`, turn)
  }

  const apiIndex = (route: Route): Page => {
    const ids = Array.from({ length: classes }, (_, id) => id)
    const rows = ids.map(id =>
      el('tr', {}, el('td', {}, a(`${className(route.seed, id)}-${id}.html`, className(route.seed, id)))),
    )
    return page('api-index', route, 'API', [el('table', {}, ...rows)])
  }

  const apiClass = (route: Route): Page | undefined => {
    const id = Number(/-(\d+)$/.exec(route.part('name'))?.[1] ?? classes)
    if (id >= classes || route.part('name') !== `${className(route.seed, id)}-${id}`) return undefined
    const methods = Array.from({ length: 8 }, (_, m) => `${slug(route.seed, id, m).replace('-', '_')}`)
    return page('api-class', route, className(route.seed, id), [
      el('h2', { id: 'methods' }, 'Methods'),
      el(
        'dl',
        {},
        ...methods.flatMap(name => [
          el('dt', { id: name }, a(`#${name}`, name)),
          el('dd', {}, `${name}(value: string): void`),
        ]),
      ),
      a('index.html', 'All classes'),
    ])
  }

  const find = routes({
    '/': contents,
    '/guide/c:c#/index.html': chapter,
    '/guide/c:c#/s:s#.html': section,
    '/api/index.html': apiIndex,
    '/api/:name.html': apiClass,
  })
  return { host, kind: 'docs', entries: ['/'], find }
}
