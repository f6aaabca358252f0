/** Ten thousand hosts in one process: every host has one page and a robots.txt of so many bytes. `node origin.ts BYTES` prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytes = Number(process.argv[2])
const PAGE = `<!doctype html><title>Home</title><p>${'words of a page '.repeat(200)}`

/** Rules that look like chance, so that neither packing nor sharing makes them small. */
const rules = Array.from({ length: 40_000 }, (_, n) => {
  const word = ((n * 2_654_435_761) >>> 0).toString(36)
  return `Disallow: /${n % 3 === 0 ? '*' : ''}${word}`
}).join('\n')

function robotsOf(host: string): string {
  if (bytes < 1_000) return 'User-agent: *\nDisallow: /private\n'
  let start = 0
  for (const letter of host) start = (start * 31 + letter.charCodeAt(0)) % (rules.length - bytes)
  return `User-agent: *\n# ${rules.slice(start, rules.lastIndexOf('\n', start + bytes))}`
}

const server = createServer((request, response) => {
  const isRobots = request.url === '/robots.txt'
  response.setHeader('content-type', isRobots ? 'text/plain' : 'text/html')
  response.end(isRobots ? robotsOf(request.headers.host ?? '') : PAGE)
})
server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 }, () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
)
