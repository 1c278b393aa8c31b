import type { RoleId } from '@tally/contract';
import { describe, expect, it } from 'vitest';
import { claimsOf, isStreamingOnTwitch, normalise, passes, type Rules } from './match.ts';

const live = '1' as RoleId;
const owls = '2' as RoleId;
const kept = '3' as RoleId;
const rules: Rules = {
  autoLive: [{ roleId: live, filter: null }],
  status: [
    { roleId: owls, texts: ['discord.gg/owls', 'night owls'], isKeptOffline: false, filter: null },
    { roleId: kept, texts: ['night owls'], isKeptOffline: true, filter: null },
  ],
};
const streaming = { type: 1, name: 'Twitch', url: 'https://www.twitch.tv/ada' };
const saying = (state: string) => ({ type: 4, name: 'Custom Status', state });
const shows = (activities: readonly { type: number }[], former: ReturnType<typeof claimsOf> = []) =>
  claimsOf(rules, { status: 'online', activities }, former).map(({ roleId }) => roleId);

describe('the effect of a presence', () => {
  it('is the live role for a stream on Twitch, and not for look-alikes', () => {
    expect(shows([streaming])).toEqual([live]);
    for (const url of [
      'https://youtube.com/watch?v=1',
      'https://twitch.tv.example.com/ada',
      'https://nottwitch.tv/a',
      'twitch.tv/ada',
      '',
      '\ud800',
    ])
      expect([url, isStreamingOnTwitch([{ type: 1, url }])]).toEqual([url, false]);
    expect(isStreamingOnTwitch([{ type: 0, url: streaming.url }])).toBe(false);
    expect(isStreamingOnTwitch([{ type: 1, url: 'https://m.twitch.tv/ada' }])).toBe(true);
  });

  it('is a status role for a text in any spelling', () => {
    expect(shows([saying('  NIGHT\u200b   Owls forever ')])).toEqual([owls, kept]);
    expect(shows([saying('ｄｉｓｃｏｒｄ.gg/OWLS')])).toEqual([owls]);
    expect(shows([saying('nightowls')])).toEqual([]);
    expect(shows([{ ...saying('night owls'), type: 0 }])).toEqual([]);
  });

  it('stays while offline only if that was chosen, and only for members who had it', () => {
    const former = claimsOf(rules, { status: 'online', activities: [saying('night owls')] }, []);
    const away = { status: 'offline', activities: [] };
    expect(claimsOf(rules, away, former).map(({ roleId }) => roleId)).toEqual([kept]);
    expect(claimsOf(rules, away, [])).toEqual([]);
    expect(claimsOf(rules, { status: 'online', activities: [] }, former)).toEqual([]);
  });

  it('is unchanged if Discord sends only a part', () => {
    const former = claimsOf(rules, { status: 'online', activities: [streaming] }, []);
    expect(claimsOf(rules, { status: 'idle', activities: null }, former)).toBe(former);
    expect(claimsOf(rules, { status: null, activities: null }, former)).toBe(former);
    expect(claimsOf(rules, { status: 'offline', activities: null }, former)).toEqual([]);
  });
});

it('texts without anything in them are recognised', () => {
  for (const text of ['', ' \t', '\u200b\u200d', '\ud800', '\u0000']) expect(normalise(text)).toBe('');
  expect(normalise('A\u0000B\nC')).toBe('ab c');
});

it('a role may be for some members, or for all but some', () => {
  const roles = [owls, kept];
  expect(passes(null, [])).toBe(true);
  expect(passes({ mode: 'whitelist', roles: [] }, [])).toBe(true);
  expect(passes({ mode: 'whitelist', roles }, [kept])).toBe(true);
  expect(passes({ mode: 'whitelist', roles }, [live])).toBe(false);
  expect(passes({ mode: 'blacklist', roles }, [kept])).toBe(false);
  expect(passes({ mode: 'blacklist', roles }, [live])).toBe(true);
});
