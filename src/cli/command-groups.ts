import type { Command } from 'commander'

/** The commands by what people want to do; `--help` lists them under these headings. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Crawl:': ['crawl', 'watch', 'recrawl', 'import'],
  'Look at pages:': ['pages', 'show', 'changes', 'history', 'diff', 'search', 'index', 'errors', 'export'],
  'Look at sites:': ['hosts', 'links', 'duplicates', 'spam', 'patterns', 'accessibility', 'forms', 'robots'],
  'Learn how sites are built:': ['model', 'classes', 'extract'],
  'Stay fresh on a budget:': ['plan', 'lab'],
  'Run and maintain:': ['serve', 'demo', 'doctor', 'copy', 'forget', 'empty', 'help'],
}

/** Called once all commands are defined. */
export function groupCommands(program: Command): void {
  const headingOf = new Map(
    Object.entries(GROUPS).flatMap(([heading, names]) => names.map(name => [name, heading])),
  )
  for (const command of program.commands) command.helpGroup(headingOf.get(command.name())!)
  // Commander adds the help command itself, and groups it only if it is described here.
  program.commandsGroup(headingOf.get('help')!).helpCommand('help [command]', 'display help for command')
}
