import { createHash } from 'node:crypto';
import { defaultLocale, type Locale, locales, type ServerId, type TextKey } from '@tally/contract';
import { say } from '@tally/kernel';
import { permissionSet } from '../permissions/index.ts';
import type { Discord } from '../rest/index.ts';
import {
  type CommandPart,
  type MenuCommand,
  type Option,
  optionTypes,
  type SlashCommand,
  type Subcommand,
} from './definition.ts';
import { mergeCommands } from './merge.ts';

/**
 * Discord's own words for languages; those that it does not have (Arabic, Hebrew, Persian, Urdu) see English there
 * and their own language in our answers. https://docs.discord.com/developers/reference#locales
 */
const discordLocales: Readonly<Partial<Record<string, string>>> = {
  'da-DK': 'da',
  'de-DE': 'de',
  'es-ES': 'es-ES',
  'fr-FR': 'fr',
  'ja-JP': 'ja',
  'ro-RO': 'ro',
  'tr-TR': 'tr',
};

export function localised(key: TextKey): { text: string; others: Record<string, string> } {
  const others = locales.flatMap((locale: Locale) => {
    const word = discordLocales[locale];
    return word ? [[word, say(locale, key)]] : [];
  });
  return { text: say(defaultLocale, key), others: Object.fromEntries(others) as Record<string, string> };
}

/** The list of commands as Discord takes it: the same parts give the same bytes, in whatever order they come. */
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
  // 0 in servers, 1 in direct messages with the bot.
  contexts: command.isInDms ? [0, 1] : [0],
});

function slashBody(command: SlashCommand): Named {
  return {
    type: 1,
    name: command.name,
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
      name: each.name.split(' ').at(-1),
      ...describe(each.about),
      options: (each.options ?? []).map(optionBody),
    }));
    return group === '' ? bodies : [{ type: 2, name: group, description: group, options: bodies }];
  });
}

function optionBody(option: Option): object {
  const isText = option.type === 'text';
  return {
    type: optionTypes[option.type],
    name: option.name,
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
  /** Registers them in one server only, where they appear at once. */
  readonly serverId?: ServerId;
  /** What was registered last, kept where all processes see it. */
  readonly remembered: { find(): Promise<string | null>; put(hash: string): Promise<void> };
}

/** Tells Discord the commands if they changed since the last time. Safe to call at every start. */
export async function registerCommands({
  discord,
  parts,
  serverId,
  remembered,
}: Registration): Promise<'same' | 'changed'> {
  const bodies = commandBodies(parts);
  const hash = createHash('sha256').update(JSON.stringify(bodies)).digest('hex');
  if ((await remembered.find()) === hash) return 'same';
  await discord.interactions.overwriteCommands(bodies, serverId);
  await remembered.put(hash);
  return 'changed';
}
