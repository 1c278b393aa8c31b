import type { Command, CommandOption, Guild } from '../state/wire.ts';
import { type FlatCommand, listCommands } from './commands.ts';
import { choicesOf, isNumber, optionType } from './option-choices.ts';

/** A command with the values of its option fields. */
export interface Filled {
  readonly command: FlatCommand;
  readonly values: Readonly<Record<string, string>>;
}

export interface TypedCommand extends Filled {
  /** Options whose required value is missing or whose value is invalid. */
  readonly missing: readonly string[];
}

/**
 * Reads a command typed in one line, as Discord's client does: `name:value` fills that option, and other words fill the
 * first one. Returns null for an ordinary message.
 */
export function readTyped(text: string, commands: readonly Command[], guild: Guild): TypedCommand | null {
  const line = text.trim();
  const command = listCommands(commands, guild)
    .filter(({ title }) => `${line} `.startsWith(`/${title} `))
    .toSorted((left, right) => right.title.length - left.title.length)[0];
  if (!command) return null;
  const given = new Map(splitOptions(line.slice(command.title.length + 1), command.options));
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const option of command.options) {
    const words = given.get(option.name);
    const value = words === undefined ? null : readValue(option, words, guild);
    if (value) values[option.name] = value;
    else if (option.required || words) missing.push(option.name);
  }
  return { command, values, missing };
}

function splitOptions(rest: string, options: readonly CommandOption[]): readonly (readonly [string, string])[] {
  const names = options.map(({ name }) => name).join('|');
  const marks = names === '' ? [] : [...rest.matchAll(new RegExp(`(?<=^|\\s)(${names}):`, 'gu'))];
  const named = marks.map((mark, index) => {
    const end = marks[index + 1]?.index ?? rest.length;
    return [mark[1] ?? '', rest.slice(mark.index + mark[0].length, end).trim()] as const;
  });
  const loose = rest.slice(0, marks[0]?.index ?? rest.length).trim();
  const first = options.find(({ name }) => !named.some(([one]) => one === name));
  return loose === '' || !first ? named : [[first.name, loose], ...named];
}

/** Returns null if the option does not accept this text. */
function readValue(option: CommandOption, words: string, guild: Guild): string | null {
  const choices = choicesOf(option, guild);
  const wanted = (/^<[@#]&?(\d+)>$/.exec(words)?.[1] ?? words.replace(/^[@#]/, '')).toLowerCase();
  if (choices) {
    const isIt = (text: string): boolean => text.replace(/^[@#]/, '').toLowerCase() === wanted;
    return choices.find(({ value, label }) => isIt(label) || isIt(value))?.value ?? null;
  }
  if (isNumber(option)) return words !== '' && Number.isFinite(Number(words)) ? words : null;
  return words;
}

/** Returns the values in the declared types. Empty fields are left out. */
export function readValues(
  options: readonly CommandOption[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const option of options) {
    const value = values[option.name];
    if (value === undefined || value === '') continue;
    read[option.name] = isNumber(option)
      ? Number(value)
      : option.type === optionType.boolean
        ? value === 'true'
        : value;
  }
  return read;
}
