import { createHash } from 'node:crypto';
import { defaultLocale, type ServerId, type TextKey } from '@tally/contract';
import { say } from '@tally/kernel';
import { permissionSet } from '../permissions/index.ts';
import type { Command, Discord } from '../rest/index.ts';
import {
  type CommandPart,
  type MenuCommand,
  type Option,
  optionTypes,
  type SlashCommand,
  type Subcommand,
} from './definition.ts';
import { discordLocales, inAllLanguages, wordIn } from './languages.ts';
import { mergeCommands } from './merge.ts';

/** Returns a sentence with its translations for the other languages that Discord supports. */
export function localised(key: TextKey): { text: string; others: Record<string, string> } {
  const others = discordLocales.map(({ locale, word }) => [word, say(locale, key)] as const);
  return { text: say(defaultLocale, key), others: Object.fromEntries(others) };
}

/** Returns a command word with its translations. Discord always sends back the original word. */
function named(name: string): { name: string; name_localizations?: Record<string, string> } {
  const others = discordLocales.flatMap(({ locale, word }) => {
    const own = wordIn(locale, name);
    return own === name ? [] : [[word, own] as const];
  });
  return others.length > 0 ? { name, name_localizations: Object.fromEntries(others) } : { name };
}

/** Returns the list of commands in Discord's form. The same parts in any order give the same bytes. */
export function commandBodies(parts: readonly CommandPart[]): object[] {
  const bodies = mergeCommands(parts).flatMap((part) => {
    if (part.kind === 'slash') return [slashBody(part)];
    return part.kind === 'messageMenu' || part.kind === 'userMenu' ? [menuBody(part)] : [];
  });
  return bodies.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Named = object & { readonly name: string; readonly [key: string]: unknown };

const available = (command: Pick<SlashCommand, 'permissions' | 'isInDms'>): object => ({
  default_member_permissions: command.permissions?.length ? permissionSet(...command.permissions).toString() : null,
  // 0 means servers, 1 means direct messages with the bot.
  contexts: command.isInDms ? [0, 1] : [0],
});

function slashBody(command: SlashCommand): Named {
  return {
    type: 1,
    ...named(command.name),
    ...describe(command.about),
    ...available(command),
    options: command.subcommands ? subcommandBodies(command.subcommands) : (command.options ?? []).map(optionBody),
  };
}

function menuBody(command: MenuCommand): Named {
  const { text, others } = localised(command.name);
  return { type: command.kind === 'userMenu' ? 2 : 3, name: text, name_localizations: others, ...available(command) };
}

function describe(key: TextKey): object {
  const { text, others } = localised(key);
  return { description: text, description_localizations: others };
}

function subcommandBodies(subcommands: readonly Subcommand[]): object[] {
  const groups = Map.groupBy(subcommands, ({ name }) => (name.includes(' ') ? (name.split(' ')[0] as string) : ''));
  return [...groups].flatMap(([group, members]) => {
    const bodies = members.map((each) => ({
      type: 1,
      ...named(each.name.split(' ').at(-1) ?? ''),
      ...describe(each.about),
      options: (each.options ?? []).map(optionBody),
    }));
    return group === '' ? bodies : [{ type: 2, ...named(group), description: group, options: bodies }];
  });
}

function optionBody(option: Option): object {
  const isText = option.type === 'text';
  return {
    type: optionTypes[option.type],
    ...named(option.name),
    ...describe(option.about),
    required: option.isRequired ?? false,
    ...(option.choices
      ? {
          choices: option.choices.map(({ value, text }) => {
            const name = localised(text);
            return { value, name: name.text, name_localizations: name.others };
          }),
        }
      : {}),
    ...(option.complete ? { autocomplete: true } : {}),
    ...(option.min === undefined ? {} : { [isText ? 'min_length' : 'min_value']: option.min }),
    ...(option.max === undefined ? {} : { [isText ? 'max_length' : 'max_value']: option.max }),
    ...(option.channelTypes ? { channel_types: option.channelTypes } : {}),
  };
}

export interface Registration {
  readonly discord: Pick<Discord, 'interactions'>;
  readonly parts: readonly CommandPart[];
  /** Registers the commands in one server only, where they appear immediately. */
  readonly serverId?: ServerId;
  /** The last registration, stored where all processes can read it. */
  readonly remembered: { find(): Promise<string | null>; put(text: string): Promise<void> };
}

/**
 * Registers the commands if Discord's list differs from ours, or if the application is a different one. Safe to call at
 * every start.
 */
export async function registerCommands({
  discord,
  parts,
  serverId,
  remembered,
}: Registration): Promise<'same' | 'changed'> {
  const bodies = commandBodies(parts);
  const hash = createHash('sha256').update(JSON.stringify(bodies)).digest('hex');
  const known = await remembered.find();
  if (known?.startsWith(hash) && known === memoryOf(hash, await discord.interactions.listCommands(serverId)))
    return 'same';
  const told = await inAllLanguages(bodies, (each) => discord.interactions.overwriteCommands(each, serverId));
  await remembered.put(memoryOf(hash, told));
  return 'changed';
}

/** The file that stores the last registration. */
export const COMMANDS_KEY = 'bot/commands.txt';

/** Discord gives a command a new version with every change. */
const memoryOf = (hash: string, commands: readonly Command[]): string =>
  [hash, ...commands.map(({ id, name, version }) => `${encodeURIComponent(name)}=${id}/${version}`).toSorted()].join(
    ' ',
  );

/** Returns the command ids in the stored registration by name. */
export const idsIn = (memory: string): ReadonlyMap<string, string> =>
  new Map([...memory.matchAll(/ ([^ =]+)=(\d+)\//g)].map(([, name = '', id = '']) => [decodeURIComponent(name), id]));
