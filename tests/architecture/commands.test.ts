import { languages } from '@tally/contract';
import { checkCommands, commandBodies, type SlashCommand } from '@tally/discord/interactions';
import { features } from '@tally/features/registry';
import { describe, expect, test } from 'vitest';

const parts = features.flatMap((each) => each.commands ?? []);

/** Returns the words of a command, such as `setup` and `test`, and the names of its options. */
function wordsOf(command: SlashCommand): string[] {
  const runs = command.subcommands ?? [command];
  return [
    ...runs.flatMap(({ name }) => [command.name, ...name.split(' ')]),
    ...runs.flatMap(({ options = [] }) => options.map((option) => option.name)),
  ];
}

const pathsOf = (): string[] =>
  parts.flatMap((part) => {
    if (part.kind !== 'slash') return [];
    return [part.name, ...(part.subcommands ?? []).map(({ name }) => `${part.name} ${name}`)];
  });

describe('the commands of all features together', () => {
  test('are accepted by Discord, and no two features claim the same one', () => {
    expect(checkCommands(parts)).toEqual([]);
  });

  test('every word of theirs has a name in every language, and no name is left over', () => {
    const used = parts.flatMap((part) => (part.kind === 'slash' ? wordsOf(part) : []));
    const { commandWords } = languages[0].texts;
    expect(Object.keys(commandWords).toSorted()).toEqual([...new Set(used)].toSorted());
    expect(Object.entries(commandWords).filter(([word, name]) => word !== name)).toEqual([]);
  });

  test('a sentence names a command by its English path, which answers replace with a mention', () => {
    const paths = new Set(pathsOf());
    for (const { texts } of languages) {
      const named = [...JSON.stringify(texts).matchAll(/`\/([^`{]+)`/g)].map(([, path = '']) => path);
      expect(named.filter((path) => !paths.has(path))).toEqual([]);
      expect(named.length).toBeGreaterThan(3);
    }
  });

  // https://docs.discord.com/developers/interactions/application-commands#slash-commands
  test('none exceeds the 8000 characters that Discord allows a command, in its longest translation', () => {
    const length = (value: unknown): number => {
      if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + length(each), 0);
      if (typeof value !== 'object' || value === null) return 0;
      const translated = (key: string): string[] => Object.values(Object(Reflect.get(value, `${key}_localizations`)));
      return Object.entries(value).reduce((sum, [key, each]) => {
        if (key.endsWith('_localizations')) return sum;
        if (typeof each !== 'string' || !['name', 'description', 'value'].includes(key)) return sum + length(each);
        return sum + Math.max(...[each, ...translated(key)].map((text) => text.length));
      }, 0);
    };
    for (const body of commandBodies(parts)) expect(length(body)).toBeLessThan(8000);
  });
});
