import type { PermissionName } from '../permissions/index.ts';
import type { CommandPart, SlashCommand, Subcommand } from './definition.ts';

type WithSubcommands = Extract<SlashCommand, { subcommands: readonly Subcommand[] }>;

/**
 * Several features may add subcommands to one slash command: `/setup stats_channel` belongs to another home than
 * `/setup service`. Discord allows one command per name, so they are merged here. Parts that conflict (a duplicate
 * subcommand, or a command both with and without subcommands) stay as they are, and `checkCommands` reports them.
 */
export function mergeCommands(parts: readonly CommandPart[]): CommandPart[] {
  const merged = new Map<string, WithSubcommands>();
  const others: CommandPart[] = [];
  for (const part of parts) {
    if (part.kind !== 'slash' || !part.subcommands) {
      others.push(part);
      continue;
    }
    const own = part.subcommands.map((each) => ({
      ...each,
      permissions: each.permissions ?? part.permissions ?? [],
      isInDms: each.isInDms ?? part.isInDms ?? false,
    }));
    const before = merged.get(part.name);
    const subcommands = [...(before?.subcommands ?? []), ...own];
    merged.set(part.name, {
      ...(before ?? part),
      isInDms: subcommands.some((each) => each.isInDms ?? false),
      permissions: sharedPermissions(subcommands),
      subcommands,
    });
  }
  return [...[...merged.values()].map(inStableOrder), ...others];
}

/**
 * Discord hides a command with all its subcommands from people who lack one of its permissions. So the command lists
 * only permissions that all subcommands need, and each subcommand checks its own.
 */
function sharedPermissions(subcommands: readonly Subcommand[]): PermissionName[] {
  const [first, ...rest] = subcommands.map((each) => each.permissions ?? []);
  return (first ?? []).filter((permission) => rest.every((needed) => needed.includes(permission)));
}

/** People do not search in the order of the registry, and a new subcommand must not move the others. */
const inStableOrder = (command: WithSubcommands): WithSubcommands => ({
  ...command,
  subcommands: command.subcommands.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
});
