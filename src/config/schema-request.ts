/** How servers are asked: the keys of `request`. */
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
      delay: duration().describe('How long the server rests after such a page.'),
    },
    { error: 'a rule such as {class: product, delay: 5s}' },
  )
  .superRefine(exactlyOne(['url', 'class']))

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
    },
    { error: 'an origin with basic, bearer or form' },
  )
  .superRefine(exactlyOne(['basic', 'bearer', 'form']))

const egress = z
  .strictObject(
    {
      proxy: matching(/^(?:https?:\/\/|\$\{)\S+$/i, 'the http or https address of a proxy')
        .optional()
        .describe(
          `An HTTP proxy; ${SECRET}. It is asked by CONNECT, also for http, for the address that was resolved and checked here.`,
        ),
      resolves: flag()
        .optional()
        .describe(
          'The proxy gets names instead of addresses and has to keep out of private networks itself. For proxies that allow CONNECT for https only.',
        ),
      localAddress: ipAddress().optional().describe('An address of this machine.'),
    },
    { error: '{proxy: address} or {localAddress: address}' },
  )
  .superRefine(exactlyOne(['proxy', 'localAddress']))
  .superRefine(({ localAddress, resolves }, context) => {
    if (localAddress !== undefined && resolves !== undefined)
      complain(context, 'resolves says something about a proxy; leave it out', ['resolves'])
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

const headers = z.record(matching(/^[\w!#$%&'*+.^`|~-]+$/, 'a header name'), headerText('a header value'), {
  error: 'header names with values',
})

export const request = section(
  {
    userAgent: headerText('a user agent')
      .default('tidewatch/0.1')
      .describe('Says who asks; add an address where people can complain.'),
    agent: matching(/^[\w-]+$/, 'a product token such as tidewatch')
      .optional()
      .describe(
        'The name that robots.txt knows us by. Default: what stands before the slash in `request.userAgent`.',
      ),
    delay: duration()
      .prefault('1s')
      .describe('Least time between two requests to one server; 0 for your own.'),
    delays: list(delayRule, 'rules')
      .default([])
      .describe('A longer rest of the server after some pages; the first rule that fits counts.'),
    timeout: duration().prefault('30s').describe('Most time for a whole answer.'),
    connectTimeout: duration()
      .prefault('10s')
      .describe('Most time for a connection, within `request.timeout`.'),
    maxBody: size().prefault('2MiB').describe('Where a body is cut; the page counts as truncated.'),
    robots: oneOf('obey')
      .default('obey')
      .describe(
        'robots.txt and the robots directives of pages are always obeyed; `robotsOverrides` names exceptions.',
      ),
    robotsOverrides: list(hostName(), 'hosts')
      .prefault([])
      .describe('Hosts for which robots.txt is overruled; each is logged.'),
    perServer: z
      .union([whole(1, 1000), z.literal('auto')], { error: 'auto or a whole number from 1 to 1000' })
      .default('auto')
      .describe('Requests under way at once for each server; `auto` is 1 with a delay and 16 without.'),
    politeness: oneOf('server', 'host')
      .default('server')
      .describe('To whom delays apply: an address and port, which many hosts may share, or each host name.'),
    retries: whole(0, 100).default(3).describe('How often a passing error is tried again.'),
    retryDelay: duration().prefault('5s').describe('Time before the first retry; it doubles with each.'),
    accept: oneOrMore('an Accept value')
      .prefault('text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8')
      .describe('Accept values, tried in turn when a server answers with an unwanted type.'),
    acceptLanguage: oneOrMore('an Accept-Language value')
      .prefault('*')
      .describe('Accept-Language values, tried after those of `request.accept`.'),
    userAgents: list(headerText('a user agent'), 'user agents')
      .default([])
      .describe('Further user agents, tried last. All three together make at most 12 combinations.'),
    headers: headers.default({}).describe(`Further request headers; ${SECRET}.`),
    cookies: oneOf('off', 'session', 'persistent')
      .default('session')
      .describe('Whether cookies are kept: not, during a crawl, or between crawls.'),
    auth: list(credentials, 'credentials').default([]).describe('Credentials for some origins.'),
    formOrigins: list(address(), 'addresses')
      .default([])
      .describe(
        "Further origins that a form filled in by a site model may be sent to. Otherwise it goes to the page's own site only, and never from https to http.",
      ),
    http2: flag()
      .default(true)
      .describe('Use HTTP/2 where a server offers it; where it breaks, HTTP/1.1 is used from then on.'),
    verifyTls: flag().default(true).describe('Refuse servers with a wrong certificate.'),
    egress: list(egress, 'ways out')
      .default([])
      .describe('Ways out, spread over servers: `{proxy: address}` or `{localAddress: address}`.'),
    allowPrivate: flag().default(false).describe('Allow private, loopback and link-local addresses.'),
  },
  'How servers are asked.',
)
