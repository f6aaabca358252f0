import { describe, expect, it } from 'vitest'
import { Canonicalizer } from '../../url/index.ts'
import { scanPage } from '../scan-page.ts'
import { wallOf, wallOfRedirect } from './index.ts'

const at = (html: string, url = 'http://news.test/story/7', status = 200, headers: readonly string[] = []) =>
  wallOf(html, scanPage(html, url, new Canonicalizer()), { url, status, headers })
const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const LOGIN = '<form><input name=user><input type=password name=word><button>Log in</button></form>'
const PROSE =
  '<p>The harbour was rebuilt after the storm, and the ferries returned in spring as everybody had hoped.</p>'

describe('a wall', () => {
  const walls: readonly (readonly [string, string, string])[] = [
    [
      'challenge',
      'Just a moment...',
      '<script>window._cf_chl_opt={cvId:"3"}</script><noscript>Enable JavaScript and cookies to continue</noscript>',
    ],
    [
      'challenge',
      'Attention Required! | Cloudflare',
      '<div class="cf-error-details"><h1>Sorry, you have been blocked</h1></div>',
    ],
    [
      'challenge',
      'example.com',
      '<p id="cmsg">Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
    ],
    [
      'challenge',
      '',
      '<iframe src="/_Incapsula_Resource?CWUDNSAI=9&incident_id=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe>',
    ],
    ['challenge', 'Access to this page has been denied.', '<div id="px-captcha"></div>'],
    [
      'challenge',
      "Making sure you're not a bot!",
      '<script id="anubis_challenge" type="application/json">{}</script>',
    ],
    [
      'challenge',
      'Access Denied',
      "<h1>Access Denied</h1>You don't have permission to access this. Reference #18.2 https://errors.edgesuite.net/18.2",
    ],
    [
      'challenge',
      'Human Verification',
      '<script>window.gokuProps = {}</script><div id="captcha-container"></div>',
    ],
    [
      'challenge',
      'Pardon Our Interruption',
      '<p>As you were browsing something about your browser made us think you were a bot.</p>',
    ],
    ['challenge', 'Sind Sie ein Mensch?', '<p>Bitte bestätigen Sie, dass Sie kein Roboter sind.</p>'],
    [
      'challenge',
      '',
      '<script src="/aes.js"></script><script>function toNumbers(d){var e=[]}</script><noscript>This site requires Javascript to work</noscript>',
    ],
    ['rateLimit', '429 Too Many Requests', '<h1>Too Many Requests</h1>'],
    [
      'rateLimit',
      'Sorry...',
      '<h1>We are sorry...</h1><p>Our systems have detected unusual traffic from your computer network.</p>',
    ],
    ['rateLimit', 'Zu viele Anfragen', '<p>Bitte versuchen Sie es später erneut.</p>'],
    ['login', 'Log in - Harbour News', `<h1>Log in</h1>${LOGIN}<a href="/forgot">Forgot?</a>`],
    ['login', 'Anmelden', `<p>Bitte melden Sie sich an.</p>${LOGIN}`],
    ['login', 'ログイン', LOGIN],
    [
      'consent',
      'Before you continue to Search',
      '<h1>Before you continue</h1><form action="https://consent.google.com/save"><button>Reject all</button><button>Accept all</button></form>',
    ],
    [
      'consent',
      'Yahoo is part of the Yahoo family of brands',
      '<h2>We value your privacy</h2><form class="consent-form"><button>Accept all</button></form>',
    ],
    [
      'javascript',
      'App',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
    ],
    ['javascript', 'Shop', '<p>Bitte aktivieren Sie JavaScript, um fortzufahren.</p>'],
    ['javascript', 'Store', '<noscript>Для работы включите JavaScript</noscript><div id="app"></div>'],
  ]
  it.each(walls)('is recognized: %s, "%s"', (kind, title, body) => {
    expect(at(page(title, body))).toMatchObject({ kind, holds: 'always' })
  })

  it('is named by headers, whatever the page says', () => {
    expect(at('<p>…</p>', undefined, 403, ['CF-Mitigated', 'challenge'])).toMatchObject({
      kind: 'challenge',
      holds: 'always',
    })
    expect(at('<p>…</p>', undefined, 202, ['x-amzn-waf-action', 'challenge'])).toMatchObject({
      kind: 'challenge',
    })
    expect(at('<p>All is well</p>', undefined, 200, ['x-datadome-cid', 'abc'])).toBeNull()
    expect(at('<p>All is well</p>', undefined, 403, ['x-datadome-cid', 'abc'])).toMatchObject({
      kind: 'challenge',
    })
  })

  it('is only likely where a page may well be its own', () => {
    expect(at(page('Harbour Intranet', LOGIN))).toMatchObject({ kind: 'login', holds: 'shared' })
    expect(at(page('Log in', LOGIN), 'http://app.test/')).toMatchObject({ kind: 'login', holds: 'instead' })
    expect(at(page('Log in', LOGIN), 'http://app.test/', 403)).toMatchObject({
      kind: 'login',
      holds: 'always',
    })
  })

  it('may have a menu only if it asks for a password, or for consent in a heading', () => {
    const menu = Array.from({ length: 30 }, (_, n) => `<a href="/part/${n}">Part ${n}</a>`).join(' ')
    const button = '<button>Accept all</button>'
    expect(at(page('Log in', menu + LOGIN))).toMatchObject({ kind: 'login' })
    expect(at(page('News', `<h2>We value <b>your privacy</b></h2>${menu}${button}`))).toMatchObject({
      kind: 'consent',
    })
    expect(at(page('Just a moment...', menu))).toBeNull()
    expect(at(page('News', menu + button), undefined, 403, ['cf-mitigated', 'challenge'])).toMatchObject({
      kind: 'challenge',
    })
  })

  it('has the same shape for every page it stands before', () => {
    const shapes = [1, 2].map(n => at(page('Harbour', `${LOGIN}<p>Ticket ${n}${n}</p>`))!.shape)
    expect(shapes[0]).toBe(shapes[1])
    expect(at(page('Harbour', `${LOGIN}<p>Else</p>`))!.shape).not.toBe(shapes[0])
  })
})

describe('no wall', () => {
  const pages: readonly (readonly [string, string, string, string?])[] = [
    ["the page at the log-in's own address", 'Log in', LOGIN, 'http://news.test/login?next=/story'],
    ['a page where people register', 'Sign up', '<form><input type=password><input type=password></form>'],
    [
      'an article with a small log-in beside it',
      'Log in problems at the harbour',
      `${PROSE.repeat(8)}${LOGIN}`,
    ],
    ['an article about cookies', 'Cookie settings explained', `<h1>Cookie settings</h1>${PROSE.repeat(3)}`],
    [
      'a manual of noscript',
      'The noscript element',
      `${PROSE.repeat(5)}<p>Write: please enable JavaScript.</p>`,
    ],
    [
      'a page that ordinary visitors of a checked site get',
      'Harbour',
      `${PROSE.repeat(20)}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ],
    [
      'a menu of a page that wants scripts',
      'Shop',
      `<noscript>Please enable JavaScript</noscript>${'<a href="/x">Things</a>'.repeat(12)}`,
    ],
    [
      'a page with everything in noscript',
      'Forum',
      `<noscript>${PROSE.repeat(20)} enable JavaScript</noscript><form style="display: none">${LOGIN}</form>`,
    ],
    ['a short page', 'Hello', '<p>Hello there.</p>'],
    ['an error that says what it is', 'Server Error', '<h1>500</h1>'],
    ['a question about robots', 'Are robots taking over?', PROSE],
  ]
  it.each(pages)('is %s', (_name, title, body, url?: string) => {
    expect(at(page(title ?? '', body ?? ''), url)).toBeNull()
  })

  it('is an answer that says "not found" or "broken"', () => {
    for (const status of [404, 410, 500]) expect(at(page('Log in', LOGIN), undefined, status)).toBeNull()
  })
})

describe('a redirect', () => {
  const story = 'http://news.test/story/7'
  it('to a log-in that leads back is a wall', () => {
    for (const to of [
      'http://news.test/login?next=/story/7',
      'https://accounts.other.test/ServiceLogin?continue=http%3A%2F%2Fnews.test%2Fstory%2F7',
      'http://news.test/users/sign_in?return_to=%2Fstory%2F7',
    ])
      expect(wallOfRedirect(story, to)).toEqual({ kind: 'login', holds: 'always' })
    expect(wallOfRedirect(story, 'https://consent.other.test/?continue=http://news.test/story/7')).toEqual({
      kind: 'consent',
      holds: 'always',
    })
  })
  it('to a log-in that does not is only likely one', () => {
    expect(wallOfRedirect(story, 'http://news.test/login')).toEqual({ kind: 'login', holds: 'instead' })
  })
  it('elsewhere, or between log-ins, is none', () => {
    for (const [from, to] of [
      [story, 'http://news.test/story/8'],
      ['http://news.test/login', 'http://news.test/signin?next=/login'],
      [story, 'http://news.test/blogging/7'],
      [story, 'http://consent.test/'],
    ])
      expect(wallOfRedirect(from ?? '', to ?? '')).toBeNull()
  })
})

it('reads hostile pages in linear time', () => {
  const deep = '<form><a href=x>'.repeat(100_000)
  const began = process.cpuUsage().user
  at(deep)
  at('enable '.repeat(200_000))
  expect(process.cpuUsage().user - began).toBeLessThan(5_000_000)
})
