/** Spellings of addresses, made of how people, scripts and servers hide them, and of what only looks like one. */
import { rot13 } from '../../src/document/patterns/decode.ts'

export interface Spelling {
  readonly way: string
  readonly html: string
  /** The addresses that are there; none in a trap. */
  readonly found: readonly string[]
}

interface Person {
  readonly local: string
  readonly domain: string
}

const PEOPLE: readonly Person[] = [
  { local: 'anna', domain: 'example.com' },
  { local: 'jo.berg', domain: 'mail.example.co.uk' },
  { local: 'info', domain: 'havn-vesen.no' },
  { local: 'press_office', domain: 'universität.de' },
  { local: 'm.rossi2', domain: 'esempio.it' },
  { local: 'kontakt+web', domain: 'przyklad.com.pl' },
  { local: 'secretary', domain: 'harbour-museum.org' },
  { local: 'tanaka', domain: 'example.ne.jp' },
]

const dots = (text: string, dot: string) => text.replaceAll('.', dot)
const entities = (text: string, write: (code: number) => string) =>
  [...text].map(char => write(char.codePointAt(0)!)).join('')
const reversed = (text: string) => [...text].reverse().join('')

function cloudflare(text: string, key = 0x5a): string {
  return Buffer.from([key, ...Buffer.from(text).map(byte => byte ^ key)]).toString('hex')
}

/** What stands on the page for an address of a person. */
type Way = (person: Person, address: string) => string

const hidden =
  (at: string, dot: string): Way =>
  ({ local, domain }) =>
    `<p>Write to ${dots(local, dot)}${at}${dots(domain, dot)}</p>`
const shownDots =
  (at: string): Way =>
  ({ local, domain }) =>
    `<p>Write to ${local}${at}${domain} today</p>`

const WAYS: Readonly<Record<string, Way>> = {
  plain: (_, a) => `<p>Write to ${a}.</p>`,
  'in brackets': (_, a) => `<p>Anna Berg &lt;${a}&gt;, chair</p>`,
  'end of a sentence': (_, a) => `<p>Ask ${a}.We answer.</p>`,
  mailto: (_, a) => `<a href="mailto:${a}?subject=Hello">Mail</a>`,
  'mailto, encoded': ({ local, domain }) => `<a href="mailto:${local}%40${domain}">Mail</a>`,
  'mailto, entities': (_, a) => `<a href="${entities(`mailto:${a}`, code => `&#${code};`)}">Mail</a>`,
  'mailto with a name': (_, a) => `<a href="mailto:Anna%20Berg%20%3C${a}%3E">Mail</a>`,
  '(at)': shownDots(' (at) '),
  '(at) close': shownDots('(at)'),
  '[at]': shownDots(' [at] '),
  '{at}': shownDots(' {at} '),
  '<at>': shownDots(' &lt;at&gt; '),
  '[AT] [DOT]': hidden(' [AT] ', ' [DOT] '),
  '(at) (dot)': hidden(' (at) ', ' (dot) '),
  '(at)(dot) close': hidden('(at)', '(dot)'),
  '[at][dot] close': hidden('[at]', '[dot]'),
  '{at} {dot}': hidden(' {at} ', ' {dot} '),
  'at dot': hidden(' at ', ' dot '),
  'AT DOT': hidden(' AT ', ' DOT '),
  '(@)': shownDots(' (@) '),
  '[@] [.]': hidden('[@]', '[.]'),
  'spaces around signs': ({ local, domain }) => `<p>E-mail: ${local} @ ${domain}</p>`,
  'spaces around all': ({ local, domain }) => `<p>${local} @ ${dots(domain, ' . ')}</p>`,
  _at_: shownDots('_at_'),
  '*at*': shownDots('*at*'),
  '-at-, -dot-': hidden('-at-', '-dot-'),
  '/at/': shownDots('/at/'),
  'wide signs': ({ local, domain }) => `<p>${local}＠${dots(domain, '．')}</p>`,
  decimal: (_, a) => `<p>${entities(a, code => `&#${code};`)}</p>`,
  hexadecimal: (_, a) => `<p>${entities(a, code => `&#x${code.toString(16)};`)}</p>`,
  'entity for the sign': ({ local, domain }) => `<p>${local}&commat;${dots(domain, '&period;')}</p>`,
  'encoded twice': ({ local, domain }) => `<p>${local}&amp;#64;${domain}</p>`,
  'split by tags': ({ local, domain }) => `<p><b>${local}</b><span>@</span><i>${domain}</i></p>`,
  'split by a comment': ({ local, domain }) => `<p>${local}<!-- no -->@<!-- robots -->${domain}</p>`,
  'hidden words inside': ({ local, domain }) =>
    `<p>${local}<span style="display: none">null</span>@${domain}</p>`,
  'a picture for the sign': ({ local, domain }) => `<p>${local}<img src=at.png alt="@">${domain}</p>`,
  'NOSPAM inside': ({ local, domain }) => `<p>${local}NOSPAM@${domain}</p>`,
  'zero-width marks': ({ local, domain }) => `<p>${local}\u200b@\u200b${domain}</p>`,
  'soft hyphens': ({ local, domain }) => `<p>${local}&shy;@${domain}</p>`,
  'reversed by style': (_, a) => `<p style="unicode-bidi:bidi-override;direction:rtl">${reversed(a)}</p>`,
  'reversed by a script': (_, a) =>
    `<script>document.write("${reversed(a)}".split("").reverse().join(""))</script>`,
  ROT13: (_, a) => `<a data-mail="${rot13(a)}" class=rot13>mail</a>`,
  'ROT13, address of a link': (_, a) => `<a href="${rot13(`mailto:${a}`)}">mail</a>`,
  'Cloudflare, attribute': (_, a) =>
    `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${cloudflare(a)}">[email&#160;protected]</a>`,
  'Cloudflare, link': (_, a) => `<a href="/cdn-cgi/l/email-protection#${cloudflare(a, 0x13)}">mail</a>`,
  concatenation: ({ local, domain }) =>
    `<script>document.write('<a href="mailto:' + '${local}' + '@' + '${domain}' + '">')</script>`,
  'variables in a script': ({ local, domain }) =>
    `<script>var user = "${local}"; var host = "${domain}"; var m = user + "@" + host;</script>`,
  'an entity in a script': ({ local, domain }) =>
    `<script>document.write("${local}" + "&#64;" + "${domain}")</script>`,
  'codes in a script': (_, a) =>
    `<script>x = String.fromCharCode(${[...a].map(char => char.charCodeAt(0)).join(', ')})</script>`,
  'escapes in a script': ({ local, domain }) => `<script>x = "${local}\\u0040${domain}"</script>`,
  'joined in a script': ({ local, domain }) => `<script>x = ["${local}", "${domain}"].join("@")</script>`,
  'base 64 in a script': (_, a) => `<script>x = atob("${Buffer.from(a).toString('base64')}")</script>`,
  'percent in a script': (_, a) =>
    `<script>x = unescape("${entities(a, code => `%${code.toString(16).padStart(2, '0')}`)}")</script>`,
  'on click': ({ local, domain }) =>
    `<a onclick="location.href='mailto:' + '${local}' + '@' + '${domain}'">mail</a>`,
  'data attributes': ({ local, domain }) => `<a data-user="${local}" data-domain="${domain}">mail</a>`,
  'data attributes, three': ({ local, domain }) => {
    const last = domain.lastIndexOf('.')
    return `<a data-name="${local}" data-domain="${domain.slice(0, last)}" data-tld="${domain.slice(last + 1)}">mail</a>`
  },
  'data attribute, base 64': (_, a) => `<a data-email="${Buffer.from(a).toString('base64')}">mail</a>`,
  'data attribute, hidden': ({ local, domain }) => `<a data-mail="${local}[at]${domain}">mail</a>`,
  'a title': (_, a) => `<a title="Mail to ${a}">mail</a>`,
  German: hidden(' [ät] ', ' [punkt] '),
  'German, words': hidden(' Klammeraffe ', ' Punkt '),
  Spanish: hidden(' (arroba) ', ' (punto) '),
  'Spanish, words': hidden(' arroba ', ' punto '),
  French: hidden(' [arobase] ', ' [point] '),
  Italian: hidden(' (chiocciola) ', ' (punto) '),
  Portuguese: hidden(' (arroba) ', ' (ponto) '),
  Polish: hidden(' (małpa) ', ' (kropka) '),
  Czech: hidden(' (zavináč) ', ' (tečka) '),
  Norwegian: hidden(' (krøllalfa) ', ' (punktum) '),
  Swedish: hidden(' (snabel-a) ', ' (punkt) '),
  Dutch: hidden(' [apenstaartje] ', ' [punt] '),
  Russian: hidden(' (собака) ', ' (точка) '),
  Hungarian: hidden(' (kukac) ', ' (pont) '),
  Finnish: hidden(' (miukumauku) ', ' (piste) '),
  Greek: hidden(' (παπάκι) ', ' (τελεία) '),
  Japanese: shownDots(' [アットマーク] '),
  Chinese: shownDots('[小老鼠]'),
  Korean: shownDots('[골뱅이]'),
}

/** Scripts write bytes: addresses of other letters would be another matter. */
const ASCII_ONLY = /Cloudflare|ROT13|percent|base 64|codes in/

function made(): Spelling[] {
  return Object.entries(WAYS).flatMap(([way, write]) =>
    PEOPLE.filter(({ domain }) => !ASCII_ONLY.test(way) || /^[\x20-\x7e]*$/.test(domain)).map(person => {
      const address = `${person.local}@${person.domain}`
      return { way, html: write(person, address), found: [address] }
    }),
  )
}

/** What has an `@`, an "at" or a "dot", and is no address. */
export const TRAPS: readonly string[] = [
  '<img src="logo@2x.png"> <img srcset="hero@3x.jpg 3x, hero@1.5x.webp 1.5x">',
  '<p>sprite@2x.zip and clip@home.mov</p>',
  '<p>npm install lodash@4.17.21 react@18.2.0-rc.1 @types/node@20.1.0</p>',
  '<p>npm i left-pad@latest webpack@next.js</p>',
  '<code>import x from "npm:chalk@5.3.0"</code>',
  '<script src="https://cdn.jsdelivr.net/npm/vue@3.4.21/dist/vue.global.js"></script>',
  '<p>https://unpkg.com/htmx.org@1.9.10/dist/htmx.min.js</p>',
  '<p>git clone git@github.com:harbour/ships.git</p>',
  '<p>ssh://deploy@example.com/srv and https://user:secret@example.com/</p>',
  '<p>scp ada@host.example.com:/srv/a .</p>',
  '<p>Follow @anna@mastodon.social and @jo on the network</p>',
  '<p>Look at example.com, or have a look at example.org for more.</p>',
  '<p>We meet at noon. Dot your i at home.</p>',
  '<p>Stay-at-home.com is a site, and so is look-at-me.example.com</p>',
  '<p>Meet us @ example.com in May</p>',
  '<p>Two for 5 @ 3.50 each</p>',
  '<style>@media screen and (max-width: 3em) { a@b { color: red } } @import url(x.css)</style>',
  '<pre>@app.route("/") def index(): return self@property.get</pre>',
  '<pre>Object java.lang.Object@1b6d3586 at com.example.Main.run(Main.java:12)</pre>',
  '<pre>getty@tty1.service user@1000.service</pre>',
  '<pre>C = A@B.T</pre>',
  '<p>docker pull alpine@sha256:4edbd2beb5f78b1014028f4fbb99f3237d9561100b6881aabbf5acce2c4f9454</p>',
  '<p>Twitter: @example.com</p>',
  '<p>The point at which the dot stops at a period.</p>',
  '<p>Point at stars. Punkt at slutt.</p>',
  '<p>They may change at any point in the year, at some point by mail.</p>',
  '<p>Arrive at Oslo (at noon), leave (at night).</p>',
  '<p>e.g. look at index.html or at main.py</p>',
  '<p>price@home.invalid and x@localhost and y@server.internal</p>',
  '<p>foo@@example.com</p>',
  '<p>@@@@@@ . @ . com</p>',
  '<p>photo@home.jpg report@final.pdf</p>',
  '<script>var s = "a" + "@" + b; el.on("click@menu.open", f)</script>',
  '<a data-user="5" data-host="menu">x</a>',
  '<p>2024-05-01@12:30 at 10.0.0.1</p>',
  '<p>The meeting is at 3 dot 30.</p>',
  '<a href="https://www.google.com/maps/@59.91,10.75,12z">map</a>',
  '<a href="https://medium.com/@writer/a-story">story</a>',
  '<p>mailto: is a scheme</p>',
  '<a href="mailto:?subject=Look">tell a friend</a>',
  '<a href="mailto:">nobody</a>',
  '<p>Arguments (a) and (b) in section 4.2 of example.org</p>',
  '<p>All (at least) example.com and others</p>',
]

export const SPELLINGS: readonly Spelling[] = [
  ...made(),
  ...TRAPS.map(html => ({ way: 'trap', html, found: [] })),
]
