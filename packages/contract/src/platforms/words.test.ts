import { describe, expect, it } from 'vitest';
import { premiumFlags } from '../premium/flags.ts';
import { addons } from '../premium/limits.ts';
import { addressFrom, addressOf, namesakeQuery, plainName, streamerPage } from './namesakes.ts';
import { chatPlatforms, emotePlatforms, loginPlatforms, platforms, platformsToLink, syncPlatforms } from './words.ts';

/** The tests check the order of these platforms only. Newer ones may come anywhere. */
const ofSeed = new Set(['kick', 'tiktok', 'youtube', 'twitch', 'rumble']);

describe('the lists of platforms', () => {
  it.each([
    ['on pages', platforms, 'kick tiktok youtube twitch rumble'],
    ['with accounts to link', platformsToLink, 'kick twitch rumble youtube'],
    ['with a login page', loginPlatforms, 'kick twitch youtube'],
    ['with roles that follow', syncPlatforms, 'kick twitch rumble'],
    ['with a chat', chatPlatforms, 'kick twitch'],
    ['with emotes', emotePlatforms, 'kick twitch'],
  ])('%s', (_, list, names) => expect(list.filter((each) => ofSeed.has(each)).join(' ')).toBe(names));

  it('have flags and limits under their names on the wire, and no two flags share a bit', () => {
    expect(premiumFlags).toMatchObject({ RumbleNotifications: { bit: 28 }, TikTokNotifications: { bit: 33 } });
    expect(addons).toEqual(expect.arrayContaining(['RumbleConnections', 'TiktokConnections']));
    const bits = Object.values(premiumFlags).map(({ bit }) => bit);
    expect(new Set(bits).size).toBe(bits.length);
  });
});

describe('a user and a channel of one name', () => {
  const onRumble = { platform: 'rumble', streamerUserName: 'ada' } as const;

  it.each([
    [addressOf({ ...onRumble, type: 'channel' }), 'c/ada', '/notifications/rumble/ada?rumbleType=channel'],
    [addressOf({ ...onRumble, rumbleType: 'user' }), 'user/ada', '/notifications/rumble/ada?rumbleType=user'],
    [addressOf({ ...onRumble, rumbleType: null }), 'ada', '/notifications/rumble/ada'],
  ])('is %s, on a page of its own', (address, expected, page) => {
    expect(address).toBe(expected);
    expect(plainName(address)).toBe('ada');
    expect(streamerPage('rumble', address)).toBe(page);
    expect(addressFrom({ platform: 'rumble', name: plainName(address) }, namesakeQuery(address))).toBe(address);
  });

  it('are kept apart on their platform only', () =>
    expect(addressFrom({ platform: 'kick', name: 'ada' }, { rumbleType: 'user' })).toBe('ada'));
});
