/** The commands and options of `tidewatch lab`; their code is loaded only when one is called. */
import { type Command, Option } from 'commander'
import type { LabOptions } from './lab-run.ts'
import type { Output } from './output.ts'

export function addLab(
  program: Command,
  does: (action: () => Promise<number>) => Promise<void>,
  output: Output,
): void {
  program
    .command('lab <what>')
    .description(
      'compare refresh policies: run, report or theory; estimate what a larger collection needs: scale (docs/lab.md)',
    )
    .addOption(
      new Option('--world <name>', 'a simulated population, P0 … P9').conflicts(['trace', 'collection']),
    )
    .addOption(new Option('--trace <file>', 'CSV of change times, plain or gzip').conflicts('collection'))
    .option('-c, --collection <where>', "the collection's own history; for scale, what its pages are like")
    .option(
      '--budget <days>',
      'average time between fetches of a page: 30d, 12h; for a report, several: 3d,7d,30d',
    )
    .option('--policies <names>', 'policy names, or paths of your own policies, separated by commas')
    .option(
      '--classes <intervals>',
      'classes of the policy `classes`, as intervals between changes: 1d,3d,7d',
    )
    .option('--objective <name>', 'freshness, age or harmonic', 'freshness')
    .option('--pages <n>', 'pages of a simulated world (2000); for scale, sizes to think of (1e8,1e10)')
    .option('--delay <time>', 'for scale: time between two requests to a server', '1s')
    .option('--per-host <n>', 'for scale: pages of a host, on average')
    .option('--days <n>', 'span of a simulated world; forty rounds by default')
    .option('--seed <n>', 'repeat a run exactly', '1')
    .option('--out <file>', 'where the report goes', 'lab.html')
    .option('--json', 'one JSON object on standard output')
    .action((what: string, options: LabOptions) =>
      does(async () => (await import('./lab-run.ts')).labCommand(what, options, output)),
    )
}
