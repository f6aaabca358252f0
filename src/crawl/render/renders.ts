/**
 * The end of step 3 of a visit: renders a page that needs a browser; the visit continues with the rendered document.
 * The server's answer is archived beside it.
 */
import type { PageRenderer, Rendered, ShownAnswer, Unrendered } from '../../browser/index.ts'
import { declaredCharset, isPageType, sniffType } from '../../document/type.ts'
import { type Answer, header, withoutHeaders } from '../../fetch/index.ts'
import { inflate } from '../../fetch/inflate.ts'
import { decodeBody } from '../../html/index.ts'
import type { PageStore, QueuedPage } from '../../store/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import { SelectorRules } from '../page-selector.ts'
import type { Report } from '../report-event.ts'
import type { RenderMode, RenderRule, RenderSettings } from '../settings.ts'
import type { LoadedPart } from '../thread/job.ts'
import type { PageAnswer } from '../thread/make-job.ts'
import type { Request } from '../visit/2-request.ts'
import { failed, type Unanswered } from '../visit/unanswered.ts'
import type { Visit } from '../visit/visit.ts'
import { PageSupply, type SupplyParts } from './page-supply.ts'
import { gainOf } from './render-gain.ts'
import { areAlike, hasScripts, sketchOf, type TemplateSketch } from './template-sketch.ts'

export interface RendersParts {
  readonly settings: RenderSettings
  readonly renderer: PageRenderer
  readonly supply: SupplyParts
  readonly store: Pick<PageStore, 'revisions'>
  readonly canonicalizer: Canonicalizer
  readonly report: Report
  /** Rules of axe-core to check pages with; null for none. */
  readonly axeRules: (() => Promise<readonly string[]>) | null
}

/** Headers that do not describe the document that a browser made. */
const UNTRUE = ['content-encoding', 'content-length', 'transfer-encoding', 'content-type']

/** A rendered page with the resources to keep. */
type Loaded = Rendered & { readonly loaded: readonly LoadedPart[] }

/** A page before it is rendered. */
interface PlainPage {
  readonly answer: Answer
  /** The body with content codings undone. */
  readonly bytes: Uint8Array
  readonly html: string
}

/** A comparison of one page with and without the browser, which other pages of its kind wait for. */
interface LookUnderWay {
  readonly pageClass: string | null
  readonly sketch: TemplateSketch
  readonly done: Promise<void>
}

export class Renders {
  readonly #parts: RendersParts
  readonly #rules: SelectorRules<RenderRule>
  /** Comparisons under way. Filled and drained by `#lookOnce`. */
  readonly #looks = new WeakMap<HostMemory, Set<LookUnderWay>>()

  constructor(parts: RendersParts) {
    this.#parts = parts
    const rules = parts.settings.rules.map(({ url, pageClass, ...value }) => ({
      which: { ...(url && { url }), ...(pageClass !== undefined && { pageClass }) },
      value,
    }))
    this.#rules = new SelectorRules(rules, 'render.rules')
  }

  /** Whether the page may be rendered in a browser. If so, "not modified" would say nothing about it. */
  isPossible(page: QueuedPage, host: HostMemory): boolean {
    const mode = this.#mode(page)
    return mode === 'always' || (mode === 'auto' && host.mayBeRendered)
  }

  async show(visit: Visit, answer: Answer, request: Request): Promise<PageAnswer | Unanswered> {
    const mode = this.#mode(visit.page)
    const page = mode === 'never' ? null : await this.#plainPage(visit, answer)
    if (page === null) return answer
    if (mode === 'always') return this.#rendered(visit, page, request)
    return hasScripts(page.html) ? this.#chosen(visit, page, request) : answer
  }

  #mode(page: QueuedPage): RenderMode {
    if (page.kind !== 'page' || page.url.startsWith('file:')) return 'never'
    return this.#rules.of(page)?.pages ?? this.#parts.settings.pages
  }

  /** Null if a browser would not show the answer as a page. */
  async #plainPage({ page }: Visit, answer: Answer): Promise<PlainPage | null> {
    if (answer.status !== 200) return null
    const declared = header(answer.headers, 'content-type')
    const encoding = header(answer.headers, 'content-encoding')
    const { bytes } = await inflate(answer.body, encoding, this.#parts.supply.maxBodyBytes)
    if (!isPageType(sniffType(bytes, declared, page.url).type)) return null
    return { answer, bytes, html: decodeBody(bytes, declaredCharset(declared), 'html').text }
  }

  /** Renders the page if pages of its kind are rendered; the first page of a kind is compared both ways. */
  async #chosen(visit: Visit, page: PlainPage, request: Request): Promise<PageAnswer | Unanswered> {
    const sketch = sketchOf(page.html)
    const { host, at } = visit
    const { pageClass } = visit.page
    for (;;) {
      const known = host.renderChoice(pageClass, sketch, at)
      if (known) return known.isRendered ? this.#rendered(visit, page, request) : page.answer
      const looks = this.#looks.get(host) ?? new Set()
      const like = [...looks].find(look => look.pageClass === pageClass && areAlike(look.sketch, sketch))
      if (like === undefined) return this.#lookOnce(looks, visit, { ...page, sketch }, request)
      await like.done
    }
  }

  /** Compares a page both ways; others of its kind wait for the result. */
  async #lookOnce(
    looks: Set<LookUnderWay>,
    visit: Visit,
    page: PlainPage & { readonly sketch: TemplateSketch },
    request: Request,
  ): Promise<PageAnswer | Unanswered> {
    const looked = this.#lookBothWays(visit, page, page.sketch, request)
    const done = looked.then(
      () => {},
      () => {},
    )
    const look = { pageClass: visit.page.pageClass, sketch: page.sketch, done }
    this.#looks.set(visit.host, looks.add(look))
    try {
      return await looked
    } finally {
      looks.delete(look)
    }
  }

  async #lookBothWays(
    visit: Visit,
    page: PlainPage,
    sketch: TemplateSketch,
    request: Request,
  ): Promise<PageAnswer | Unanswered> {
    const { url, pageClass } = visit.page
    const shown = await this.#shown(visit, page, request)
    // A browser that crashes says nothing about the page, so the next page of this kind is compared again.
    if (shown.kind === 'unrendered' && shown.by === 'browser') return this.#instead(visit, page, shown)
    const gain = shown.kind === 'rendered' ? gainOf(url, page.html, shown, this.#parts.canonicalizer) : null
    const { isRendered } = visit.host.learnRendering({ pageClass, sketch, gain, url, at: visit.at })
    if (shown.kind === 'unrendered') return this.#instead(visit, page, shown)
    return isRendered ? withDocument(page, shown) : page.answer
  }

  async #rendered(visit: Visit, page: PlainPage, request: Request): Promise<PageAnswer | Unanswered> {
    const shown = await this.#shown(visit, page, request)
    return shown.kind === 'rendered' ? withDocument(page, shown) : this.#instead(visit, page, shown)
  }

  async #shown(visit: Visit, { answer, bytes }: PlainPage, request: Request): Promise<Loaded | Unrendered> {
    const { rejectsConsent, presses, pictures, ...settings } = this.#parts.settings
    const { until = null, when = null, scrolls = settings.scrolls } = this.#rules.of(visit.page) ?? {}
    const supply = new PageSupply(this.#parts.supply, visit)
    const shown: ShownAnswer = { status: answer.status, headers: answer.headers, body: bytes }
    try {
      const rendered = await this.#parts.renderer.render({
        url: visit.page.url,
        answer: shown,
        userAgent: header(request.headers, 'user-agent') ?? '',
        supply: asked => supply.answer(asked),
        rejectsConsent,
        presses,
        pictures,
        until,
        when,
        scrolls,
        axeRules: (await this.#parts.axeRules?.()) ?? null,
      })
      return rendered.kind === 'rendered' ? { ...rendered, loaded: supply.loaded } : rendered
    } finally {
      await supply.end()
    }
  }

  /** The outcome when rendering fails: the page is read as it came, unless it was stored as rendered. What is missing then is not a change. */
  async #instead({ page }: Visit, { answer }: PlainPage, { why }: Unrendered): Promise<Answer | Unanswered> {
    const stored = page.revision > 0 ? (await this.#parts.store.revisions(page)).at(-1) : undefined
    const isKept = stored?.rendered ?? false
    const then = isKept ? 'what is stored is kept' : 'it is read as its server sent it'
    this.#parts.report('render-failed', page.url, `the page ${why}; ${then}`)
    return isKept ? failed('render', `the page ${why}`, true) : answer
  }
}

/** The answer with the browser's document in place of its body. */
function withDocument(
  { answer, html: plain }: PlainPage,
  { html, links, picture, thumbnail, findings, loaded }: Loaded,
): PageAnswer {
  const { status, statusText, headers, body } = answer
  const described = [...withoutHeaders(headers, UNTRUE), 'Content-Type', 'text/html; charset=utf-8']
  return {
    ...answer,
    headers: described,
    body: new TextEncoder().encode(html),
    rendered: {
      response: { status, statusText, headers },
      body,
      html: plain,
      links,
      loaded,
      ...(picture && { picture }),
      ...(thumbnail && { thumbnail }),
      ...(findings && { findings }),
    },
  }
}
