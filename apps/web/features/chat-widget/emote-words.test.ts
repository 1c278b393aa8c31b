import { expect, it } from 'vitest';
import { drawEmoteWords, readEmoteWords } from './emote-words.ts';

const list = (source: string, of: string, ...names: string[]) => ({
  source,
  of,
  emotes: names.map((name) => ({ name, url: `https://${source}/${of}/${name}` })),
});

it("a channel's own win over everybody's, and 7TV over the others; those of the platform come with the line", () => {
  const words = readEmoteWords([
    list('frankerfacez', 'channel', 'a', 'b'),
    list('7tv', 'global', 'a', 'c'),
    list('betterttv', 'channel', 'b'),
    list('twitch', 'channel', 'Kappa'),
  ]);
  expect([...words]).toEqual([
    ['b', 'https://betterttv/channel/b'],
    ['a', 'https://frankerfacez/channel/a'],
    ['c', 'https://7tv/global/c'],
  ]);
});

it('whole words are drawn, letter for letter, and nothing else', () => {
  const words = readEmoteWords([list('7tv', 'channel', 'peepoHappy', '__proto__')]);
  const text = 'so peepoHappy  peepohappy peepoHappy! constructor';
  expect(
    drawEmoteWords(
      [
        { kind: 'text', text },
        { kind: 'link', text: 'peepoHappy' },
      ],
      words,
    ),
  ).toEqual([
    { kind: 'text', text: 'so ' },
    { kind: 'emote', name: 'peepoHappy', url: 'https://7tv/channel/peepoHappy' },
    { kind: 'text', text: '  peepohappy peepoHappy! constructor' },
    { kind: 'link', text: 'peepoHappy' },
  ]);
});
