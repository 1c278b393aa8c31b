import { type Platform, readPastedLink } from '@tally/contract';
import { describe, expect, test } from 'vitest';
import { platforms } from './registry.ts';

const definitionOf = (platform: Platform) => platforms.find(({ id }) => id === platform)!;

/** Each entry has a channel's link, its name, and another channel's path. */
const channels = [
  ['kick', 'kick.com', '/ada', 'ada', '/bob'],
  ['twitch', 'twitch.tv', '/ada_live', 'ada_live', '/bob'],
  ['youtube', 'youtube.com', '/@ada', 'ada', '/@bob'],
  ['tiktok', 'tiktok.com', '/@ada', 'ada', '/@bob'],
  ['rumble', 'rumble.com', '/c/ada', 'c/ada', '/c/bob'],
] as const;

describe.each(channels)('on %s', (platform, host, path, name, other) => {
  const { channelNameIn, creatorPageIn } = definitionOf(platform);
  const up = '/..'.repeat(path.split('/').length);

  test.each([
    ['a way up', `${host}${other}/x${up}${path}`],
    ['a way up from the root', `${host}/../..${path}`],
    ['an encoded way up', `https://${host}${other}/%2E%2e/%2e.${path.replace('/c/', '/../c/')}`],
    ['the same place', `https://${host}/./.${path}/.`],
    ['slashes at the end', `https://${host}${path}//`],
    ['backslashes', `https://${host}${path.replaceAll('/', '\\')}`],
    ['capitals', `HTTPS://WWW.${host.toUpperCase()}${path}`],
    ['the usual port', `https://${host}:443${path}`],
    ['a dot after the host', `https://${host}.${path}`],
    [
      'full-width letters in the host',
      `https://${String.fromCodePoint(host.charCodeAt(0) + 0xfe_e0)}${host.slice(1)}${path}`,
    ],
    ['a full-width dot', `${host.replace('.', '。')}${path}`],
    ['an encoded letter', `https://${host}${path.replace('a', '%61')}`],
    ['tracking', `${host}${path}?utm_source=x&v=dQw4w9WgXcQ#//bob`],
    ['a link in a parameter', `${host}${path}?to=https://${host}${other}`],
    ['blanks around it', `\t https://${host}${path} \n`],
  ])('%s: the browser opens the channel', (_, text) => {
    expect([channelNameIn(text), readPastedLink(text)?.platform]).toEqual([name, platform]);
  });

  test.each([
    ['only a way up', `${host}${path}${up}`],
    ['an empty part', `https://${host}/${path}`],
    ['an empty part within', `https://${host}/popout/${path}`],
    ['an encoded slash', `https://${host}${path}%2f..%2F..${other}`],
    ['an encoded backslash', `https://${host}${path}%5c..%5C..${other}`],
    ['an encoded question mark', `https://${host}${path}%3Fx`],
    ['an encoded hash', `https://${host}${path}%23x`],
    ['twice encoded', `https://${host}${path}%252f..${other}`],
    ['broken letters', `https://${host}${path}%E0%A4%A`],
    ['an encoded zero', `https://${host}${path}%00`],
    ['a blank in the name', `${host}${path} is great`],
    ['another port', `https://${host}:8443${path}`],
    ['a person before the host', `https://ada@${host}${path}`],
    ['a password before the host', `https://:x@${host}${path}`],
    ['a host behind a person', `https://${host}@evil.example${path}`],
    ['a host behind a backslash', `https://evil.example\\@${host}${path}`],
    ['a longer host', `https://${host}.evil.example${path}`],
    ['a host that ends alike', `https://not${host}${path}`],
    ['two dots after the host', `https://${host}..${path}`],
    ['another script', `https://${host.replace('i', '\u0456').replace('o', '\u043e')}${path}`],
    ['Punycode of another script', `https://xn--${host.replace('.', '-9cd.')}${path}`],
    ['full-width slashes', `https://${host}${path}\uff0f..\uff0f${other}`],
    ['a mark that turns the text', `https://${host}${path}\u202e`],
    ['an address of the site in a path', `https://evil.example/${host}${path}`],
    ['another protocol', `ftp://${host}${path}`],
    ['a script', `javascript:${host}${path}`],
  ])('%s: no channel', (_, text) => {
    expect(channelNameIn(text)).toBeNull();
    const url = URL.parse(text) ?? URL.parse(`https://${text}`);
    const isOfSite = url !== null && url.hostname === host;
    expect(isOfSite ? creatorPageIn(url) : null).toBeNull();
  });

  test('a bot’s link is read as a browser reads it', () => {
    const pageOf = (text: string) => creatorPageIn(new URL(`https://${host}${text}`))?.url;
    expect(pageOf(`${other}/x${up}${path}`)).toBe(pageOf(path));
    expect(pageOf(`/./${path.slice(1)}?x=1`)).toBe(pageOf(path));
  });
});

test.each([
  ['kick', 'kick.com/xqc/../nordwind', 'nordwind'],
  ['kick', 'https://m.kick.com/popout/ada/chat', 'ada'],
  ['kick', 'https://kick.com/popout/', null],
  ['kick', 'https://kick.com/following', null],
  ['twitch', 'https://www.twitch.tv/settings/profile', null],
  ['twitch', 'https://www.twitch.tv/search?term=ada', null],
  ['twitch', 'https://www.twitch.tv/popout/videos/ada', null],
  ['twitch', 'search', 'search'],
  ['youtube', 'https://www.youtube.com/clip/UgkxAbc', null],
  ['youtube', 'https://www.youtube.com/premium', null],
  ['youtube', 'https://www.youtube.com/@premium', 'premium'],
  ['youtube', 'premium', 'premium'],
  ['youtube', 'https://www.youtube.com/v/dQw4w9WgXcQ', 'video/dQw4w9WgXcQ'],
  ['youtube', 'https://youtu.be/x/../dQw4w9WgXcQ?si=x', 'video/dQw4w9WgXcQ'],
  ['youtube', 'youtube.com', null],
  ['tiktok', 'https://www.tiktok.com/%40ada', 'ada'],
  ['tiktok', 'https://vm.tiktok.com/x/../ZSe4FqkKd', 'short/vm.tiktok.com/ZSe4FqkKd'],
  ['rumble', 'rumble.com/c/../user/ada', 'user/ada'],
  ['rumble', 'https://rumble.com/category/', null],
  ['rumble', 'rumble.com', null],
] as const)('on %s, %s is %s', (platform, text, name) => {
  expect(definitionOf(platform).channelNameIn(text)).toBe(name);
});
