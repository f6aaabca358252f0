/** The commands and options of `tidewatch model`; their code is loaded only when one is called. */
import { type Command, Option } from 'commander'
import { PROGRESS } from './command-options.ts'
import type { ModelFlags } from './model-options.ts'
import type { Output } from './output.ts'

export function addModel(
  program: Command,
  onCollection: (command: Command) => Command,
  does: (action: () => Promise<number>) => Promise<void>,
  output: Output,
): void {
  onCollection(
    program
      .command('model [what] [more...]')
      .description('the page classes of a site and their links: model URL, model diff A B, model score'),
  )
    .option(
      '--pages <n>',
      'maximum number of addresses to try; auto: as many as keep bringing new classes',
      '200',
    )
    .addOption(
      new Option('--strategy <name>', 'which links come first').choices(['dense', 'sparse']).default('dense'),
    )
    .addOption(
      new Option(
        '--split <how>',
        'semantic: split classes whose pages look alike but are about different things',
      )
        .choices(['none', 'semantic'])
        .default('none'),
    )
    .option('--seeds <file>', 'model many sites at once, one address per line')
    .option('--seed <n>', 'the same pages and seed give the same model', '1')
    .option(
      '--out <file>',
      'csv, json, graphml, cypher, dot, svg or png, by its extension; may be repeated',
      (file: string, before: string[]) => [...before, file],
      [],
    )
    .option('--site <url>', 'which site, for diff and score; needed if the collection has models of several')
    .option('--golden <file>', 'for score: classes as patterns, and links')
    .option('--config <file>', 'YAML or JSON, see docs/config.md')
    .addOption(
      new Option('--local <what>', 'domain: all hosts of the domain are one site').choices([
        'host',
        'domain',
      ]),
    )
    .option('--delay <time>', 'between requests to one server: 0, 500ms, 1s')
    .option('--allow-private', 'also fetch from loopback, private and link-local addresses')
    .addOption(PROGRESS)
    .action((what: string | undefined, more: string[], options: ModelFlags) =>
      does(async () => (await import('./model-run.ts')).modelCommand(what, more, options, output)),
    )
}
