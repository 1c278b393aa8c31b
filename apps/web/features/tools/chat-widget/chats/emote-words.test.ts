import { describe, expect, it } from 'vitest';
import { limitEmotes, type Part, textOf } from '../entry.ts';
import { drawEmoteWords, readEmoteWords } from './emote-words.ts';

const list = (source: string, of: string, ...names: string[]) => ({
  source,
  of,
  emotes: names.map((name) => ({ name, url: `https://${source}/${of}/${name}` })),
});

it("a channel's own emotes win over global ones, and 7TV over the other services; the platform's arrive with the line", () => {
  const words = readEmoteWords([
    list('frankerfacez', 'channel', 'a', 'b'),
    list('7tv', 'global', 'a', 'c'),
    list('betterttv', 'channel', 'b'),
    list('twitch', 'channel', 'Kappa'),
  ]);
  expect([...words]).toEqual([
    ['b', { url: 'https://betterttv/channel/b', isOverlay: false }],
    ['a', { url: 'https://frankerfacez/channel/a', isOverlay: false }],
    ['c', { url: 'https://7tv/global/c', isOverlay: false }],
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

describe('zero-width emotes', () => {
  const emotes = [
    { name: 'cat', url: 'https://cat' },
    { name: 'rain', url: 'https://rain', zeroWidth: true },
  ];
  const words = readEmoteWords([{ source: '7tv', of: 'channel', emotes }]);
  const draw = (text: string): Part[] => drawEmoteWords([{ kind: 'text', text }], words);
  const rain = { name: 'rain', url: 'https://rain' };

  it('lie over the emote before them, also over one of the platform, and are words of the line as they were', () => {
    expect(draw('so cat rain  rain wet')).toEqual([
      { kind: 'text', text: 'so ' },
      { kind: 'emote', name: 'cat', url: 'https://cat', over: [rain, rain] },
      { kind: 'text', text: ' wet' },
    ]);
    const kappa: Part = { kind: 'emote', name: 'Kappa', url: 'https://kappa' };
    expect(drawEmoteWords([kappa, { kind: 'text', text: ' rain' }], words)).toEqual([{ ...kappa, over: [rain] }]);
    expect(textOf({ parts: draw('so cat rain wet') })).toBe('so cat rain wet');
  });

  it('overlays without an emote below are drawn alone', () => {
    const alone = { kind: 'emote', ...rain };
    expect(draw('rain')).toEqual([alone]);
    expect(draw('cat and rain')).toEqual([
      { kind: 'emote', name: 'cat', url: 'https://cat' },
      { kind: 'text', text: ' and ' },
      alone,
    ]);
  });

  it('60 stacked ones are four, and all of a line count as pictures', () => {
    expect(draw(`cat${' rain'.repeat(60)}`)).toEqual([
      { kind: 'emote', name: 'cat', url: 'https://cat', over: [rain, rain, rain, rain] },
    ]);
    const parts = limitEmotes(draw('cat rain rain rain rain '.repeat(20)));
    const pictures = parts.flatMap((part) => (part.kind === 'emote' ? [part, ...(part.over ?? [])] : []));
    expect(pictures).toHaveLength(60);
    expect(textOf({ parts })).toBe('cat rain rain rain rain '.repeat(20));
  });
});
