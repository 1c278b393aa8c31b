import { locales, type TextKey } from '@tally/contract';
import { say } from '@tally/kernel';
import type { CommandPart, Option, SlashCommand, Subcommand } from './definition.ts';
import { wordIn } from './languages.ts';
import { mergeCommands } from './merge.ts';

const name = /^[-_\p{Ll}\p{Lo}\p{N}]{1,32}$/u;

/**
 * Lists what Discord, or our own router, would refuse in these parts. Empty if all are valid. A test checks all
 * features together.
 */
export function checkCommands(all: readonly CommandPart[]): string[] {
  const parts = mergeCommands(all);
  const slashes = parts.filter((part) => part.kind === 'slash');
  return [
    ...doubled(parts.map((part) => `${part.kind} ${'id' in part ? part.id : part.name}`)),
    ...checkShared(all),
    ...doubledWords(
      'commands',
      slashes.map((each) => each.name),
    ),
    ...(slashes.length > 100 ? ['there are more than 100 slash commands'] : []),
    ...slashes.flatMap(checkSlash),
    ...parts.flatMap((part) => (part.kind === 'messageMenu' || part.kind === 'userMenu' ? checkMenu(part.name) : [])),
    ...parts.flatMap((part) =>
      'id' in part && !/^[a-z][a-z0-9-]{0,39}$/.test(part.id) ? [`the id ${part.id} is not valid`] : [],
    ),
  ];
}

const doubled = (keys: readonly string[]): string[] =>
  keys.filter((key, place) => keys.indexOf(key) !== place).map((key) => `${key} is there twice`);

/**
 * Checks a menu entry's name.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object
 */
const checkMenu = (name: TextKey): string[] =>
  locales.flatMap((locale) =>
    say(locale, name).length > 32 ? [`the menu ${name} has a name of more than 32 letters`] : [],
  );

/** Names that differ in one language must differ in all of them. */
const doubledWords = (of: string, words: readonly string[]): string[] =>
  locales.flatMap((locale) => doubled([...new Set(words)].map((word) => `${of}: ${wordIn(locale, word)} (${locale})`)));

/** A command that several features add to must have one description. Otherwise one of them would win silently. */
function checkShared(parts: readonly CommandPart[]): string[] {
  const abouts = Map.groupBy(
    parts.filter((part) => part.kind === 'slash'),
    (part) => part.name,
  );
  return [...abouts].flatMap(([name, each]) =>
    new Set(each.map((part) => part.about)).size > 1 ? [`${name} is described in two ways`] : [],
  );
}

function checkSlash(command: SlashCommand): string[] {
  if (!command.subcommands) return checkOne(command.name, command);
  const names = command.subcommands.map((each) => each.name);
  const top = new Set(names.map((each) => each.split(' ')[0] as string));
  const inGroups = new Set(names.filter((each) => each.includes(' ')).map((each) => each.split(' ')[0] as string));
  return [
    ...doubled(names.map((each) => `${command.name} ${each}`)),
    ...doubledWords(command.name, [...top]),
    ...(top.size > 25 ? [`${command.name} has more than 25 subcommands`] : []),
    ...[...inGroups].flatMap((each) =>
      names.includes(each) ? [`${command.name} ${each} is a group and a subcommand`] : [],
    ),
    ...checkName(command.name),
    ...command.subcommands.flatMap((each) => checkOne(each.name, each)),
  ];
}

const checkOne = (path: string, { about, options = [] }: Pick<Subcommand, 'about' | 'options'>): string[] => [
  ...checkName(path),
  ...checkAbout(path, about),
  ...checkOptions(path, options),
];

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object */
const checkAbout = (of: string, about: TextKey): string[] =>
  locales.flatMap((locale) => (say(locale, about).length > 100 ? [`${of}: ${about} is longer than 100 letters`] : []));

const checkName = (path: string): string[] =>
  path.split(' ').flatMap((word) => (isName(word) ? [] : [`${path} is not a name for a command`]));

const isName = (word: string): boolean => locales.every((locale) => name.test(wordIn(locale, word)));

function checkOptions(of: string, options: readonly Option[]): string[] {
  const firstFree = options.findIndex((option) => !option.isRequired);
  const lateRequired = firstFree === -1 ? [] : options.slice(firstFree).filter((option) => option.isRequired);
  return [
    ...options.flatMap((option) => (isName(option.name) ? [] : [`${of}: ${option.name} is not a name for an option`])),
    ...doubled(options.map((option) => `${of}: ${option.name}`)),
    ...doubledWords(
      of,
      options.map((option) => option.name),
    ),
    ...options.flatMap((option) => checkAbout(`${of}: ${option.name}`, option.about)),
    ...lateRequired.map((option) => `${of}: ${option.name} is required and must stand before the others`),
    ...(options.length > 25 ? [`${of} has more than 25 options`] : []),
    ...options.flatMap((option) =>
      (option.choices?.length ?? 0) > 25 ? [`${of}: ${option.name} has more than 25 choices`] : [],
    ),
  ];
}
