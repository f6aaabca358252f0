/** How requests are made: the keys of `request`. */
import { z } from 'zod'
import {
  address,
  complain,
  duration,
  exactlyOne,
  filled,
  flag,
  headerText,
  hostName,
  ipAddress,
  list,
  matching,
  oneOf,
  pageClass,
  section,
  size,
  text,
  whole,
} from './key-types.ts'
import { pattern } from './schema-scope.ts'

const SECRET = `\`\${NAME}\` is taken from the environment`

const delayRule = z
  .strictObject(
    {
      url: pattern.optional().describe('Which pages.'),
      class: pageClass().optional().describe('Pages of which class of the site model.'),
      delay: duration().describe('How long to leave the server alone after such a page.'),
    },
    { error: 'a rule such as {class: product, delay: 5s}' },
  )
  .superRefine(exactlyOne(['url', 'class']))

const headers = z.record(
  matching(/^[\w!#$%&'*+.^`|~-]+$/, 'a header name'),
  headerText('a header value', 'a header value; a number needs quotes'),
  {
    error: 'header names with values',
  },
)

const credentials = z
  .strictObject(
    {
      origin: address().describe('Scheme, host and port that the credentials are for.'),
      basic: z
        .strictObject(
          { user: text().describe('The user.'), password: text().describe('The password.') },
          { error: '{user: …, password: …}' },
        )
        .optional()
        .describe(`HTTP basic authentication; ${SECRET}.`),
      bearer: filled('a token').optional().describe(`A bearer token; ${SECRET}.`),
      form: z
        .strictObject(
          {
            action: filled('an address or a path').describe(
              'Where the form is posted: an address, or a path of the origin.',
            ),
            fields: z
              .record(filled('a field name'), text(), { error: 'field names with values' })
              .describe('The fields by name.'),
          },
          { error: '{action: …, fields: {…}}' },
        )
        .optional()
        .describe(`A login form: the fields are posted once and the cookies kept; ${SECRET}.`),
      headers: headers
        .optional()
        .describe(`Request headers for this origin alone, such as an API key; ${SECRET}.`),
    },
    { error: 'an origin with basic, bearer, form or headers' },
  )
  .superRefine(exactlyOne(['basic', 'bearer', 'form', 'headers']))

const egress = z
  .strictObject(
    {
      proxy: matching(
        /^(?:https?:\/\/|socks5:\/\/|\$\{)\S+$/i,
        'the http, https or socks5 address of a proxy',
      )
        .optional()
        .describe(
          `An HTTP or SOCKS 5 proxy, such as socks5://user:password@host:1080; ${SECRET}. An HTTP proxy is asked by CONNECT, also for http. Both get the address that was resolved and checked here.`,
        ),
      resolves: flag()
        .optional()
        .describe(
          'The proxy gets names instead of addresses and must keep out of private networks itself. For HTTP proxies that allow CONNECT only for https, and for what other programs call socks5h.',
        ),
      localAddress: ipAddress().optional().describe('An address of this machine.'),
    },
    { error: '{proxy: address} or {localAddress: address}' },
  )
  .superRefine(exactlyOne(['proxy', 'localAddress']))
  .superRefine(({ localAddress, resolves }, context) => {
    if (localAddress !== undefined && resolves !== undefined)
      complain(context, 'resolves applies only to a proxy; remove it', ['resolves'])
  })

/** One value or several; several are tried in turn. */
const oneOrMore = (words: string) =>
  z
    .union(
      [
        headerText(words),
        list(headerText(words), words).min(1, { error: `a list of at least one ${words}` }),
      ],
      {
        error: `${words} or a list of them`,
      },
    )
    .transform(value => (typeof value === 'string' ? [value] : value))

export const request = section(
  {
    userAgent: headerText('a user agent')
      .default('tidewatch/0.1')
      .describe('Identifies the crawler; add an address for complaints.'),
    agent: matching(/^[\w-]+$/, 'a product token such as tidewatch')
      .optional()
      .describe(
        'The name that robots.txt rules apply to. Default: the part of `request.userAgent` before the slash.',
      ),
    delay: duration()
      .prefault('1s')
      .describe('Minimum time between two requests to one server; use 0 for your own.'),
    delays: list(delayRule, 'rules')
      .default([])
      .describe('Longer delays after some pages; the first rule that matches applies.'),
    timeout: duration().prefault('30s').describe('Maximum time for a whole answer.'),
    connectTimeout: duration().prefault('10s').describe('Maximum time to connect, within `request.timeout`.'),
    maxBody: size().prefault('2MiB').describe('Maximum size of a body; a longer one is truncated.'),
    robots: z
      .literal('obey', {
        error: 'obey (request.robotsOverrides names hosts whose robots.txt is ignored)',
      })
      .default('obey')
      .describe(
        'robots.txt and the robots directives of pages are always obeyed; `robotsOverrides` names exceptions.',
      ),
    robotsOverrides: list(hostName(), 'hosts')
      .prefault([])
      .describe('Hosts whose robots.txt is ignored; each is logged.'),
    perServer: z
      .union([whole(1, 1000), z.literal('auto')], { error: 'auto or a whole number from 1 to 1000' })
      .default('auto')
      .describe(
        'Concurrent requests per server; `auto` is 1 with a delay and 16 without. With a delay, a server always gets one request at a time: to have several, set `request.delay` to 0.',
      ),
    politeness: oneOf('server', 'host')
      .default('server')
      .describe('What delays apply to: an address and port, which many hosts may share, or each host name.'),
    retries: whole(0, 100).default(3).describe('How often to retry after a temporary error.'),
    retryDelay: duration().prefault('5s').describe('Time before the first retry; it doubles each time.'),
    accept: oneOrMore('an Accept value')
      .prefault('text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8')
      .describe('Accept values, tried in turn when a server answers with an unwanted type.'),
    acceptLanguage: oneOrMore('an Accept-Language value')
      .prefault('*')
      .describe('Accept-Language values, tried after those of `request.accept`.'),
    userAgents: list(headerText('a user agent'), 'user agents')
      .default([])
      .describe('More user agents, tried last. At most 12 combinations of all three are tried.'),
    headers: headers.default({}).describe(`Additional request headers; ${SECRET}.`),
    cookies: oneOf('off', 'session', 'persistent')
      .default('session')
      .describe('Whether cookies are kept: never, during a crawl, or between crawls.'),
    auth: list(credentials, 'credentials').default([]).describe('Credentials for some origins.'),
    formOrigins: list(address(), 'addresses')
      .default([])
      .describe(
        "Further origins that a form filled in by a site model may be sent to. Otherwise it goes to the page's own site only, and never from https to http.",
      ),
    http2: flag()
      .default(true)
      .describe('Use HTTP/2 where a server offers it; where it breaks, HTTP/1.1 is used from then on.'),
    verifyTls: flag().default(true).describe('Refuse servers with an invalid certificate.'),
    egress: list(egress, 'ways out')
      .default([])
      .describe('Outgoing routes, spread over servers: `{proxy: address}` or `{localAddress: address}`.'),
    allowPrivate: flag().default(false).describe('Allow private, loopback and link-local addresses.'),
  },
  'How servers are asked.',
)
