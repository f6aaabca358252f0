/** Pages that try to get past us by script, in a real browser: nothing gets through, and all of them end within their limits. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { ConfigInput } from '../../src/config/index.ts'
import { running, startedBy } from '../e2e/processes.ts'
import { rendered, scriptedSite } from '../e2e/scripted-site.ts'
import { stage } from '../e2e/stage.ts'

/** Somebody inside, who must never be asked: a port of this machine that counts whoever comes. */
async function insider() {
  let visitors = 0
  const tcp = createServer(socket => {
    visitors++
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 6\r\n\r\nsecret')
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4', () => visitors++)
  udp.bind(port, '127.0.0.1')
  onTestFinished(() => {
    tcp.close()
    udp.close()
  })
  return { at: `127.0.0.1:${port}`, visitors: () => visitors }
}

const html = (body: string) => `<!doctype html><title>hostile</title><body><p id=told>nothing</p>${body}`
const script = (code: string) =>
  html(`<script>const say = text => { told.textContent += text }\n${code}</script>`)

/** By what they try. `inside` is an address that must not be reached. */
const ATTACKS = (inside: string): Readonly<Record<string, string>> => ({
  windows: script(`for (let i = 0; i < 2000; i++) window.open('http://${inside}/' + i)
    const a = document.body.appendChild(document.createElement('a')); a.href = 'http://${inside}/'; a.target = '_blank'; a.click()`),
  download:
    script(`const a = document.body.appendChild(document.createElement('a')); a.href = 'http://${inside}/'; a.download = 'x'; a.click()
    const b = document.body.appendChild(document.createElement('a')); b.href = URL.createObjectURL(new Blob([new Uint8Array(1e7)])); b.download = 'y'
    for (let i = 0; i < 50; i++) b.click()`),
  location: script(`location = 'http://${inside}/'`),
  named: script(
    `location = 'http://inside.test/'; fetch('http://inside.test/x').then(r => r.text()).then(say, () => {})`,
  ),
  reload: script('location.reload()'),
  refresh: html(`<meta http-equiv=refresh content="0;url=http://${inside}/">`),
  form: html(
    `<form method=post action="http://${inside}/"></form><script>document.forms[0].submit()</script>`,
  ),
  requests: script(`const all = 'http://${inside}/'
    fetch(all).then(r => r.text()).then(say, () => {}); fetch(all, { mode: 'no-cors', keepalive: true }).catch(() => {})
    const x = new XMLHttpRequest(); x.open('GET', all); x.onload = () => say(x.responseText); x.send()
    navigator.sendBeacon(all, 'x'); new EventSource(all); new Image().src = all
    for (const [tag, name] of [['script', 'src'], ['iframe', 'src'], ['object', 'data'], ['embed', 'src'], ['video', 'src'], ['link', 'href']])
      for (const rel of ['stylesheet', 'preload', 'prefetch', 'preconnect', 'dns-prefetch', 'modulepreload', 'manifest', 'icon']) {
        const e = document.createElement(tag); e.rel = rel; e[name] = all + tag + rel; document.head.append(e)
        if (tag !== 'link') break
      }
    const s = document.createElement('style'); s.textContent = '@import url(' + all + 'css)'; document.head.append(s)`),
  speculation: html(
    `<script type=speculationrules>{"prerender":[{"source":"list","urls":["/location"]}],"prefetch":[{"source":"list","urls":["http://${inside}/"]}]}</script>`,
  ),
  sockets: script(
    `for (let i = 0; i < 20; i++) { const w = new WebSocket('ws://${inside}/'); w.onopen = () => say('secret') }`,
  ),
  webrtc: script(`const f = document.body.appendChild(document.createElement('iframe'))
    const Peer = f.contentWindow.RTCPeerConnection ?? window.RTCPeerConnection
    if (Peer) { const p = new Peer({ iceServers: [{ urls: 'stun:${inside}' }, { urls: 'turn:${inside}?transport=tcp', username: 'a', credential: 'b' }] })
      p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o)) }`),
  transport:
    script(`const w = new Worker(URL.createObjectURL(new Blob(["try { new WebTransport('https://${inside}/') } catch {} ; fetch('http://${inside}/').catch(() => {}); try { importScripts('http://${inside}/w.js') } catch {}"])))
    try { new WebTransport('https://${inside}/') } catch {}`),
  shared: script(`try { new SharedWorker('/shared.js') } catch {}`),
  service: script(`navigator.serviceWorker?.register('/service.js').then(() => say('registered'), () => {})`),
  files:
    script(`fetch('file:///etc/passwd').then(r => r.text()).then(say, () => {}); location = 'file:///etc/passwd'
    const f = document.body.appendChild(document.createElement('iframe')); f.src = 'file:///etc/passwd'; window.open('view-source:file:///etc/passwd')`),
  prints: script('for (let i = 0; i < 1e4; i++) { print(); confirm("?"); prompt("?") }'),
  alerts: script('for (;;) alert("!")'),
  loop: script('for (;;);'),
  later: script('setTimeout(() => { for (;;); }, 10)'),
  history: script(
    'setInterval(() => { for (let i = 0; i < 50; i++) history.pushState(0, "", "/h" + Math.random()) }, 1)',
  ),
  memory: script(
    'const all = []; setInterval(() => { const more = new Uint8Array(6e7).fill(1); all.push(more) }, 5); for (let i = 0; i < 34; i++) all.push(new Uint8Array(6e7).fill(1))',
  ),
  heap: script('const all = []; for (;;) all.push({ a: [all.length], b: "x" + all.length })'),
  elements: script('for (;;) document.body.append(document.createElement("p"))'),
  tampering: script(
    'JSON.stringify = Array.prototype.map = Object.keys = () => { throw 1 }; document.querySelectorAll = () => []; said = 1',
  ),
})

it('lets no script reach anybody, and ends them all', async () => {
  const { at, visitors } = await insider()
  const attacks = ATTACKS(at)
  const names = Object.keys(attacks)
  const site = scriptedSite('hostile.test', {
    '/': names.map(name => `<a href="/${name}">${name}</a>`).join(' '),
    ...Object.fromEntries(names.map(name => [`/${name}`, attacks[name]!])),
    '/shared.js': `fetch('http://${at}/')`,
    '/service.js': `fetch('http://${at}/'); self.onfetch = event => event.respondWith(fetch('http://${at}/'))`,
  })
  const inside = { ...scriptedSite('inside.test', { '/': 'secret', '/x': 'secret' }), address: '10.1.2.3' }
  const { world, crawl, body } = await stage([site, inside], { addresses: 'public' })
  const processes = new Set<number>()
  const watched = () => {
    for (const { pid } of startedBy(process.pid)) processes.add(pid)
  }
  const config = {
    seeds: ['http://hostile.test/'],
    scope: { local: true, exclude: [{ regexp: '/h0' }] },
    request: { allowPrivate: false },
    render: { ...rendered('always'), timeout: '1s', memory: '400MiB' },
  } satisfies ConfigInput
  const ran = await crawl(config, { onVisit: watched })
  expect(visitors()).toBe(0)
  expect(world.log.filter(({ host }) => host === 'inside.test')).toEqual([])
  // A page that sends its readers away at once has moved, with and without a browser.
  const kept = names.filter(name => name !== 'refresh')
  const lost = kept.filter(name => ran.page(`http://hostile.test/${name}`).revision === 0)
  expect(lost).toEqual([])
  for (const name of kept)
    expect((await body(`http://hostile.test/${name}`)).toString(), name).not.toMatch(
      /<p id="?told"?>[^<]*(?:secret|root:|registered)/,
    )
  const failed = ran.events
    .filter(({ kind }) => kind === 'render-failed')
    .map(({ subject }) => subject.slice(20))
  expect(failed).toEqual(expect.arrayContaining(['alerts', 'elements', 'heap', 'later', 'loop', 'memory']))
  expect(processes.size).toBeGreaterThan(3)
  await expect.poll(() => running().filter(({ pid }) => processes.has(pid))).toEqual([])
})
