import { checkCommands, commandBodies } from '@tally/discord/interactions';
import { features } from '@tally/features/registry';
import { describe, expect, test } from 'vitest';

const parts = features.flatMap((each) => each.commands ?? []);

describe('the commands of all features together', () => {
  test('are what Discord takes, and no two features claim the same one', () => {
    expect(checkCommands(parts)).toEqual([]);
  });

  // https://docs.discord.com/developers/interactions/application-commands#slash-commands
  test('none is longer than the 8000 letters that Discord allows a command', () => {
    const length = (value: unknown): number => {
      if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + length(each), 0);
      if (typeof value !== 'object' || value === null) return 0;
      return Object.entries(value).reduce((sum, [key, each]) => {
        const counts = ['name', 'description', 'value'].includes(key) && typeof each === 'string';
        return sum + (counts ? each.length : length(each));
      }, 0);
    };
    for (const body of commandBodies(parts)) expect(length(body)).toBeLessThan(8000);
  });
});
