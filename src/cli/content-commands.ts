/** Commands about the contents of pages: search, duplicates, links, spam, patterns, accessibility. */
import type { Command } from 'commander'
import { type Does, onCollection, shareOf, wholeNumber } from './command-options.ts'
import type { Output } from './output.ts'

export function addContent(program: Command, does: Does, output: Output): void {
  onCollection(
    program.command('duplicates [url]').description('pages that say the same thing, or those like one page'),
  )
    .option('--exact', 'answers with the same bytes, whether or not pages were compared')
    .option('--find', 'first compare stored pages that were not compared yet; nothing is fetched')
    .option(
      '--resemblance <share>',
      'share of text that pages must have in common: 90% (default), 0.8',
      shareOf,
    )
    .action((url, options) =>
      does(async () => (await import('./duplicates.ts')).duplicatesCommand(url, options, output)),
    )

  onCollection(
    program
      .command('search <words...>')
      .description(
        'pages that have the words, best first: "a phrase", begin*, +must, -not, site:, class:, type:, lang:, since:, topic:, relevance:',
      ),
  )
    .option('--limit <n>', 'at most this many; default: 20', wholeNumber)
    .option('--cursor <cursor>', 'continue after the hit that has this cursor (see --json)')
    .option('--at <time>', 'search what was current then, if the index holds it (search: all)')
    .showHelpAfterError("(put a query that has -words in quotation marks: tidewatch search 'tide -low')")
    .action((words, options) =>
      does(async () => (await import('./search.ts')).searchCommand(words, options, output)),
    )

  onCollection(
    program
      .command('index')
      .description('build or complete the search index from the archive, without fetching'),
  )
    .option('--all', 'also index old revisions, for search --at')
    .action(options => does(async () => (await import('./search.ts')).indexCommand(options, output)))
  addFindings(program, does, output)
  addForms(program, does, output)
}

/** Adds the commands that report findings on pages. */
function addFindings(program: Command, does: Does, output: Output): void {
  onCollection(
    program.command('links').description('dead, redirected and slow links, with the pages that hold them'),
  )
    .option('--dead', 'only links to pages that are gone, fail, or show an error page as if it were content')
    .option('--redirected', 'only links to pages that have moved')
    .option('--slow', 'only links to pages whose last answer was slow')
    .option('--fragments', 'only links to places (#name) that the page does not have; reads the archive')
    .option('--slow-over <time>', 'what counts as slow; default: 3s')
    .option('--host <host>', 'only links on pages of this host')
    .option('--limit <n>', 'at most this many', wholeNumber)
    .option('--csv', 'as CSV')
    .action(options => does(async () => (await import('./links.ts')).linksCommand(options, output)))

  onCollection(
    program
      .command('spam')
      .description('pages that look as if they were written for search engines, and why'),
  )
    .option('--min <share>', 'only pages with at least this score; default: 50%', shareOf)
    .option('--host <host>', 'only pages of this host')
    .option('--limit <n>', 'at most this many', wholeNumber)
    .action(options => does(async () => (await import('./spam.ts')).spamCommand(options, output)))

  onCollection(
    program
      .command('patterns')
      .description('e-mail addresses, telephone numbers and other values that were looked for on pages'),
  )
    .option('--kind <name>', 'only this kind: email, phone, or the name of an expression')
    .option('--host <host>', 'only this host')
    .option('--limit <n>', 'at most this many', wholeNumber)
    .option('--csv', 'as comma-separated values')
    .option('--again', 'look for them in the archive first, without fetching')
    .option('--find <kinds>', 'with --again: email,phone instead of what the config names')
    .action(options => does(async () => (await import('./patterns.ts')).patternsCommand(options, output)))

  onCollection(
    program
      .command('accessibility [url]')
      .description('hosts by how well everyone can read their pages, or what fails on one page'),
  )
    .option('--classes', 'page classes instead of hosts')
    .option('--pages', 'pages with the rules that fail, the worst first')
    .option('--host <host>', 'only this host')
    .option('--class <name>', 'only pages of this class')
    .option('--at <time>', 'as it was then: 30d ago, or a date')
    .option('--since <time>', 'with the scores of that time: 30d ago, or a date')
    .option('--limit <n>', 'at most this many', wholeNumber)
    .option('--csv', 'as comma-separated values')
    .option('--again', 'check the archived pages first, without fetching')
    .action((url, options) =>
      does(async () => (await import('./accessibility.ts')).accessibilityCommand(url, options, output)),
    )
}

function addForms(program: Command, does: Does, output: Output): void {
  onCollection(
    program
      .command('forms [host]')
      .description(
        'the forms of sites: which search forms are queried, what they found, what is still hidden',
      ),
  )
    .option('--queries', 'also show what was asked')
    .action((host, options) =>
      does(async () => (await import('./forms.ts')).formsCommand(host, options, output)),
    )
}
