import { defaultLocale, type TextKey } from '@tally/contract';
import { type CommandPart, mergeCommands, type Option } from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { type Feature, say } from '@tally/kernel';
import { code, table } from './table.ts';

interface Told {
  readonly path: string;
  readonly about: TextKey;
  readonly permissions: readonly string[];
  readonly options: readonly Option[];
}

const english = (key: TextKey): string => say(defaultLocale, key);

/** Lists the slash commands with these names, or all of them if none are named. */
export function drawCommands(features: readonly Feature[], names: readonly string[]): string {
  const told = toldOf(mergeCommands(features.flatMap((each) => each.commands ?? []))).filter(
    ({ path }) => names.length === 0 || names.some((name) => path === name || path.startsWith(`${name} `)),
  );
  const unknown = names.find((name) => !told.some(({ path }) => path.split(' ')[0] === name));
  if (unknown !== undefined) throw new Error(`docs/public: there is no command /${unknown}`);
  return table(
    ['Command', 'What it does', 'Options', 'Who'],
    told.map(({ path, about, permissions, options }) => [
      code(`/${path}`),
      english(about),
      options.map(optionOf).join(', ') || '–',
      permissions.length > 0 ? listPermissions(defaultLocale, permissions) : 'everyone',
    ]),
  );
}

const optionOf = ({ name, isRequired }: Option): string => (isRequired ? `${code(name)} (required)` : code(name));

const toldOf = (parts: readonly CommandPart[]): Told[] =>
  parts
    .flatMap((part): Told[] => {
      if (part.kind !== 'slash') return [];
      const { permissions = [] } = part;
      if (!part.subcommands) return [{ path: part.name, about: part.about, permissions, options: part.options ?? [] }];
      return part.subcommands.map((each) => ({
        path: `${part.name} ${each.name}`,
        about: each.about,
        permissions: each.permissions ?? permissions,
        options: each.options ?? [],
      }));
    })
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
