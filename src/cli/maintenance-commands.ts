/** Commands that run servers, and those that look after a collection: doctor, copy, forget, empty. */
import type { Command } from 'commander'
import { also, type Does, named, onCollection, portNumber, wholeNumber } from './command-options.ts'
import type { Output } from './output.ts'

export function addMaintenance(program: Command, does: Does, output: Output): void {
  onCollection(
    program.command('doctor').description("check the machine, the collection's integrity and the archive"),
  )
    .option('--full', 'read every record of every archive file')
    .option('--repair', 'repair what can be repaired')
    .action(options => does(async () => (await import('./doctor.ts')).doctorCommand(options, output)))

  onCollection(
    program
      .command('copy')
      .description('copy a collection from its folder to PostgreSQL, with everything that was learned'),
  )
    .requiredOption('--to <address>', 'postgres://user:password@host:port/database?schema=NAME')
    .action(options => does(async () => (await import('./copy.ts')).copyCommand(options, output)))

  onCollection(
    program
      .command('forget <urls...>')
      .description('erase pages with all their revisions, from the archive too, and never fetch them again'),
  )
    .option('--refetch', 'fetch them again as if they were new')
    .option('--yes', 'do it: this cannot be undone')
    .action((urls, options) =>
      does(async () => (await import('./forget.ts')).forgetCommand(urls, options, output)),
    )

  onCollection(
    program.command('empty').description('delete everything that was fetched and learned; the config stays'),
  )
    .option('--yes', 'do it: this cannot be undone')
    .action(options => does(async () => (await import('./empty.ts')).emptyCommand(options, output)))
  addServers(program, does, output)
}

function addServers(program: Command, does: Does, output: Output): void {
  program
    .command('serve [collections...]')
    .description('the dashboard and the HTTP API, for the named collections and those created in the browser')
    .option('-c, --collection <where>', 'a collection, as other commands take it; may be repeated', also)
    .option('--host <address>', 'the address to listen on; any but loopback needs a token', '127.0.0.1')
    .option('--port <n>', 'the port to listen on', portNumber, 7411)
    .option('--name <host...>', 'other host names that browsers may use for it')
    .option('--proxy <address...>', 'reverse proxies whose X-Forwarded-For is trusted')
    .option(
      '--home <folder>',
      'where collections created in the browser are kept',
      named,
      './tidewatch-server',
    )
    .option('--smtp <url>', 'mail server for digests, smtp://user:password@host:587; or set TIDEWATCH_SMTP')
    .option('--from <address>', 'the sender of digests', 'tidewatch@localhost')
    .option('--new-token', 'create a lasting token, print it once, and exit')
    .action((places: string[], options) =>
      does(async () => (await import('./serve.ts')).serveCommand(places, options, output)),
    )

  program
    .command('demo')
    .description('a changing demo web on loopback and a collection that keeps up with it, in the dashboard')
    .option('-c, --collection <folder>', 'keep the collection there instead of a temporary folder', named)
    .option('--speed <n>', 'how many times faster than real time', wholeNumber, 3600)
    .option('--seconds <n>', 'stop after this many real seconds', wholeNumber)
    .option('--port <n>', 'of the dashboard; any free port by default', portNumber, 0)
    .option('--terminal', 'in the terminal instead of the dashboard')
    .option('--json', 'one JSON object per second on standard output')
    .action(options => does(async () => (await import('./demo.ts')).demoCommand(options, output)))
}
