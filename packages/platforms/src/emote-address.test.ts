import { readConfig } from '@tally/kernel';
import { expect, it } from 'vitest';
import { emoteAddress, emoteFiles, readEmoteAddress } from './emote-address.ts';

const real = readConfig({
  NODE_ENV: 'test',
  DISCORD_TOKEN: 't',
  DISCORD_CLIENT_ID: '1',
  DISCORD_CLIENT_SECRET: 's',
  KICK_CLIENT_ID: 'k',
  KICK_CLIENT_SECRET: 's',
  TWITCH_CLIENT_ID: 't',
  TWITCH_CLIENT_SECRET: 's',
});
const simulated = readConfig({ NODE_ENV: 'test' });
const emotes = [
  [{ source: 'kick', id: '37226' }, 'https://files.kick.com/emotes/37226/fullsize'],
  [{ source: 'twitch', id: 'emotesv2_1a' }, 'https://static-cdn.jtvnw.net/emoticons/v2/emotesv2_1a/default/dark/3.0'],
  [{ source: '7tv', id: '01F6MKTFTG0009C9ZSNZTFV2ZF' }, 'https://cdn.7tv.app/emote/01F6MKTFTG0009C9ZSNZTFV2ZF/4x.webp'],
  [
    { source: 'betterttv', id: '54fa8f1401e468494b85b537' },
    'https://cdn.betterttv.net/emote/54fa8f1401e468494b85b537/3x',
  ],
  [{ source: 'frankerfacez', id: '128054' }, 'https://cdn.frankerfacez.com/emote/128054/animated/4'],
] as const;

it.each(emotes)('%o is at %s, and its address identifies it', (emote, address) => {
  expect(emoteAddress(real, emote)).toBe(address);
  expect(readEmoteAddress(real, address)).toEqual(emote);
  // The first URL has the real source's form, and the second has ours.
  expect(readEmoteAddress(simulated, address)).toEqual(emote);
  expect(readEmoteAddress(simulated, emoteAddress(simulated, emote))).toEqual(emote);
});

it('where the simulated world plays, no file lies outside of this machine', () => {
  const hosts = emotes.flatMap(([emote]) =>
    emoteFiles(simulated, emote, 'large').urls.map((url) => new URL(url).hostname),
  );
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
});

it.each([
  'https://files.kick.com.evil.example/emotes/1/fullsize',
  'https://evil.example/emotes/1/fullsize',
  'https://files.kick.com@evil.example/emotes/1/fullsize',
  'https://user@files.kick.com/emotes/1/fullsize',
  'https://files.kick.com/emotes/1%2f..%2f..%2fusers/fullsize',
  'https://files.kick.com/emotes/../users/1/profile.png',
  'http://files.kick.com/emotes/1/fullsize',
  'https://cdn.7tv.app/emote/01F6MKTFTG0009C9ZSNZTFV2ZF',
  'https://cdn.betterttv.net/emote/nothex/3x',
  'file:///etc/passwd',
  'not an address',
])('%s is no emote of ours', (address) => {
  expect(readEmoteAddress(real, address)).toBeNull();
});
