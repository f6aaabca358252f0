/** The command line: commands and their options. Each command has its own file, which is loaded only when it is used. */
import { Command, Option } from 'commander'
import { ifStillAlive } from '../env/clock.ts'
import { errorCode } from '../env/failure.ts'
import { printableLines } from '../env/printable.ts'
import { groupCommands } from './command-groups.ts'
import { also, FORMS, named, onCollection, PROGRESS, shareOf, wholeNumber } from './command-options.ts'
import { addContent } from './content-commands.ts'
import type { CrawlFlags } from './crawl.ts'
import { addLab } from './lab.ts'
import { addMaintenance } from './maintenance-commands.ts'
import { addModel } from './model.ts'
import { EXIT, explain, processOutput, unwrittenOutput } from './output.ts'

const output = processOutput
const ORDERS = ['breadth', 'depth', 'best']

/** Options of every command that fetches. */
function thatFetches(command: Command): Command {
  return onCollection(command)
    .option('--config <file>', 'YAML or JSON, see docs/config.md')
    .option('--pages <n>', 'stop when the collection holds this many pages', wholeNumber)
    .option('--depth <n>', 'follow links up to this many steps from the seeds', wholeNumber)
    .option('--local', 'stay on the hosts of the seeds')
    .option('--delay <time>', 'between requests to one server: 0, 500ms, 1s')
    .option('--allow-private', 'also fetch from loopback, private and link-local addresses')
    .option('--threads <n>', 'parse threads', wholeNumber)
    .addOption(
      new Option('--render <pages>', 'read pages as a browser shows them, see docs/rendering.md').choices([
        'never',
        'auto',
        'always',
      ]),
    )
    .addOption(PROGRESS)
}

function does(action: () => Promise<number>): Promise<void> {
  return action()
    .then(
      code => void (process.exitCode = code),
      error => {
        const { sentence, exitCode } = explain(error)
        for (const line of sentence.split('\n')) output.note(`tidewatch: ${line}`)
        process.exitCode = exitCode
      },
    )
    .finally(() => ifStillAlive(LINGER_MS, exitWhenWritten))
}

/** A name server that does not answer keeps a process alive for half a minute, although nothing waits for it anymore. */
const LINGER_MS = 500
const exitWhenWritten = () => process.stdout.write('', () => process.exit())

const program = new Command('tidewatch')
  .description('A web crawler that keeps a collection of pages fresh on a limited budget.')
  .version('0.1.0')
  .showHelpAfterError('(tidewatch --help lists the commands, tidewatch COMMAND --help their options)')
  .configureOutput({
    writeOut: text => void process.stdout.write(printableLines(text)),
    writeErr: text => void process.stderr.write(printableLines(text)),
  })
  .exitOverride(error => {
    process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage)
  })

thatFetches(
  program
    .command('crawl [urls...]')
    .description('crawl from seeds until done; run the same command again to resume'),
)
  .option('--seeds <file>', 'file with one URL per line')
  .option('--model <file>', 'crawl by a site model: a specification (CSV), a model (JSON), or auto')
  .option('--topic <words>', 'fetch pages about this first: words, or an example file; may be repeated', also)
  .addOption(new Option('--order <name>', 'of first visits, see docs/order.md').choices(ORDERS))
  .addOption(FORMS)
  .option('--out <folder>', 'where the records of the model go; default: records in the collection', named)
  .addOption(new Option('--format <name>', 'of the records').choices(['csv', 'jsonl', 'parquet']))
  .option('--report <folder>', 'also write URLsCrawled.txt, stats.txt and the pages as 1.txt … N.txt', named)
  .action((urls: string[], options: CrawlFlags) =>
    does(async () => (await import('./crawl.ts')).crawlCommand(urls, options, output)),
  )

thatFetches(
  program
    .command('watch [config]')
    .description(
      'crawl, then keep refreshing within the budget, forever; edits to the config take effect at once',
    ),
)
  .option('--for <time>', 'stop after 10m, 2h, …')
  .action((config, options) =>
    does(async () => (await import('./watch.ts')).watchCommand(config, options, output)),
  )

thatFetches(
  program
    .command('recrawl [urls...]')
    .description('one pass over what is due now, or over everything; or over these pages only, due or not'),
)
  .option('--out <folder>', 'where the records of a site model go; default: records in the collection', named)
  .addOption(new Option('--format <name>', 'of the records').choices(['csv', 'jsonl', 'parquet']))
  .option('--due', 'what is due now (default)')
  .option('--all', 'everything')
  .action((urls: string[], options) =>
    does(async () => (await import('./recrawl.ts')).recrawlCommand(urls, options, output)),
  )

onCollection(
  program
    .command('import <files...>')
    .description('take over what other crawls recorded in WARC or WACZ files, visit by visit'),
)
  .option('--config <file>', 'YAML or JSON, see docs/config.md: what is wanted of them, and what comes next')
  .addOption(PROGRESS)
  .action((files: string[], options) =>
    does(async () => (await import('./import.ts')).importCommand(files, options, output)),
  )

onCollection(program.command('pages').description('the pages of the collection'))
  .option('--status <word>', 'waiting, running, completed, error, gone or excluded')
  .option('--watched', 'leave out excluded and gone pages')
  .option('--host <host>', 'only this host')
  .option('--class <name>', 'only pages of this class')
  .option('--text <words>', 'only pages with this in their address or title')
  .option('--type <type>', 'application/pdf, or image/*')
  .option('--since <time>', 'only pages that have changed since: 30d, 12h, 2026-11-15')
  .option('--sort <by>', 'url, fetchedAt, changedAt, dueAt, changesPerDay, status, sizeBytes or relevance')
  .option('--descending', 'the largest or latest first')
  .option('--lost', 'only pages whose copy is missing from the archive')
  .option('--topic <name>', 'only pages about this topic of a focused crawl')
  .option('--relevance <share>', 'only pages at least this relevant, between 0 and 1', shareOf)
  .option('--walled', 'only pages behind a log-in, a robot check or another wall at their last visit')
  .option('--limit <n>', 'at most this many', wholeNumber)
  .action(options => does(async () => (await import('./list.ts')).pagesCommand(options, output)))

onCollection(program.command('changes').description('pages that were found to have changed, oldest first'))
  .option('--since <time>', '30d, 12h, 2026-11-15')
  .option('--host <host>', 'only this host')
  .option('--class <name>', 'only pages of this class')
  .option('--limit <n>', 'at most this many', wholeNumber)
  .action(options => does(async () => (await import('./changes.ts')).changesCommand(options, output)))

addContent(program, does, output)

onCollection(
  program
    .command('hosts [url]')
    .description('the hosts of the collection, or one host with what was learned about its addresses'),
).action((url, options) => does(async () => (await import('./hosts.ts')).hostsCommand(url, options, output)))

onCollection(program.command('classes').description('the page classes of the collection')).action(options =>
  does(async () => (await import('./list.ts')).classesCommand(options, output)),
)

onCollection(
  program
    .command('extract')
    .description('run the wrappers of the site model over the archive, without fetching'),
)
  .option('--class <name>', 'only pages of this class')
  .addOption(
    new Option('--format <name>', 'jsonl (default), csv (of one class) or parquet').choices([
      'csv',
      'jsonl',
      'parquet',
    ]),
  )
  .option('--model <file>', 'a specification (CSV) or a model (JSON); default: that of the collection')
  .option(
    '--out <folder>',
    'one file per class, an index and the pictures, instead of standard output',
    named,
  )
  .action(options => does(async () => (await import('./extract.ts')).extractCommand(options, output)))

onCollection(program.command('errors').description('errors by reason, and what the engine reported'))
  .option('--limit <n>', 'how many reports', wholeNumber)
  .action(options => does(async () => (await import('./list.ts')).errorsCommand(options, output)))

onCollection(
  program
    .command('plan')
    .description(
      'how fresh the collection is, how fresh other budgets would keep it, the budget a goal needs',
    ),
)
  .option('--config <file>', 'YAML or JSON; default: the one the collection was crawled with')
  .option('--budget <n>', 'plan for this budget instead: 20000, 100/minute, 5GiB/day')
  .addOption(new Option('--objective <what>', 'what to minimize').choices(['freshness', 'age', 'harmonic']))
  .option('--goal <share>', 'show the budget that keeps this share fresh: 95%')
  .option('--since <time>', 'show how it went since then instead: 30d, 12h, 2026-11-15')
  .option('--svg <file>', 'draw how fresh it was, and how fresh other budgets would keep it')
  .action(options => does(async () => (await import('./plan.ts')).planCommand(options, output)))

onCollection(
  program
    .command('history <url>')
    .description('visits and revisions of a page, how often it seems to change, when it is due and why'),
)
  .option('--limit <n>', 'only the last n visits', wholeNumber)
  .option('--estimates', 'also show its change rate by other estimators')
  .action((url, options) =>
    does(async () => (await import('./history.ts')).historyCommand(url, options, output)),
  )

onCollection(
  program
    .command('diff <url> [revisions...]')
    .description('what changed between two revisions, by default the last two'),
)
  .option('--noise', 'also show dates, counters and other noise')
  .option('--whole', 'compare the whole page, even if only a part of it counts (change.rules)')
  .action((url, revisions, options) =>
    does(async () => (await import('./diff.ts')).diffCommand(url, revisions, options, output)),
  )

onCollection(program.command('show <url>').description('the stored page itself'))
  .option('--at <time>', 'as it was then')
  .option('--headers', 'with the headers of the response')
  .addOption(
    new Option('--as <form>', 'what it says, whatever its type: PDF, office files and books, too').choices([
      'text',
      'markdown',
      'html',
      'json',
    ]),
  )
  .option('--main', 'with --as: only the main content of a web page, without menus and the like')
  .action((url, options) => does(async () => (await import('./show.ts')).showCommand(url, options, output)))

onCollection(
  program
    .command('export <format>')
    .description('export the collection: warc, wacz, trec, markdown, parquet, csv, jsonl, graphml or cypher'),
)
  .option('--out <path>', 'folder for warc and markdown, file for the others', named)
  .option(
    '--text',
    'csv, jsonl, parquet: with text, language, authors, dates and incoming anchors of pages; wacz: with text',
  )
  .option('--markdown', 'csv, jsonl, parquet: the same, with the text as Markdown')
  .option(
    '--main',
    'csv, jsonl, parquet, markdown: only the main content of pages, without menus and the like',
  )
  .option(
    '--since <time>',
    'csv, jsonl, parquet, trec: only pages that are new or have changed since; rows also for pages that are gone',
  )
  .action((format, options) =>
    does(async () => (await import('./export.ts')).exportCommand(format, options, output)),
  )

program
  .command('robots <file-or-url> [urls...]')
  .description('what a robots.txt allows; exits with 0 if all URLs are allowed')
  .option('--agent <name>', 'the crawler that asks', 'tidewatch')
  .option('--json', 'one JSON object per line')
  .option('--allow-private', 'also fetch from private addresses')
  .action((source, urls, options) =>
    does(async () => (await import('./robots.ts')).robotsCommand(source, urls, options, output)),
  )

addMaintenance(program, does, output)
addLab(program, does, output)
addModel(program, onCollection, does, output)
groupCommands(program)

process.stdout.on('error', error => {
  // The reader of the output has closed it (`tidewatch pages | head`).
  if (errorCode(error) === 'EPIPE') process.exit(EXIT.done)
  output.note(`tidewatch: ${unwrittenOutput(error)}`)
  process.exit(EXIT.failed)
})

// Nobody reads what is said there, or its disk is full: no reason to give up a crawl.
process.stderr.on('error', () => {})

// Some drivers throw from their own callbacks; report that in one sentence too.
process.on('uncaughtException', error => {
  const { sentence, exitCode } = explain(error)
  output.note(`tidewatch: ${sentence}`)
  process.exit(exitCode)
})

await program.parseAsync()
