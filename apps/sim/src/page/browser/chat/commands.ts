import type { Command, CommandOption, Guild } from '../state/wire.ts';

/** One line of the list: a command, or one of its subcommands. */
export interface FlatCommand {
  readonly title: string;
  readonly description: string;
  readonly command: Command;
  readonly group: string | null;
  readonly subcommand: string | null;
  readonly options: readonly CommandOption[];
}

const SUBCOMMAND = 1;
const GROUP = 2;
/** A bot has at most a hundred commands, and the list scrolls. */
const MOST = 100;

/** Lists slash commands of the bots in this server. */
export const listCommands = (commands: readonly Command[], guild: Guild): readonly FlatCommand[] =>
  commands
    .filter((command) => command.type === 1 && (!command.guild_id || command.guild_id === guild.id))
    .filter((command) => guild.bot_in.includes(command.application_id))
    .flatMap(flatten);

/** Finds the commands whose name begins with the text. */
export function findCommands(commands: readonly Command[], guild: Guild, typed: string): readonly FlatCommand[] {
  const wanted = typed.toLowerCase();
  return listCommands(commands, guild)
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    .filter((command) => command.title.startsWith(wanted) || command.title.includes(` ${wanted}`))
    .slice(0, MOST);
}

function flatten(command: Command): FlatCommand[] {
  const make = (path: { group: string | null; sub: CommandOption | null }): FlatCommand => ({
    title: [command.name, path.group, path.sub?.name].filter(Boolean).join(' '),
    description: path.sub?.description ?? command.description,
    command,
    group: path.group,
    subcommand: path.sub?.name ?? null,
    options: (path.sub ? path.sub.options : command.options) ?? [],
  });
  const nested = (command.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (nested.length === 0) return [make({ group: null, sub: null })];
  return nested.flatMap((option) =>
    option.type === SUBCOMMAND
      ? [make({ group: null, sub: option })]
      : (option.options ?? []).map((sub) => make({ group: option.name, sub })),
  );
}
