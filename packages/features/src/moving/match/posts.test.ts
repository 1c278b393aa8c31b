import type { Platform } from '@tally/contract';
import { Message } from '@tally/discord/rest';
import { platforms } from '@tally/platforms/registry';
import { describe, expect, it } from 'vitest';
import { morePosts } from '../__fixtures__/more-posts.ts';
import { heldOut } from '../__fixtures__/other-posts.ts';
import { creatorsIn } from './posts.ts';

const pageIn = (platform: Platform, address: URL) =>
  platforms.find(({ id }) => id === platform)?.creatorPageIn(address) ?? null;
const read = (message: object) => creatorsIn(Message.parse(message), pageIn);
const wrote = (message: object) => read(message).leads.map((lead) => lead.wrote);

const post = (more: object) => ({
  id: '1300000000000000001',
  channel_id: '700000000000000001',
  timestamp: '2026-11-01T00:00:00Z',
  author: { id: '840000000000000001', username: 'A bot', bot: true },
  ...more,
});
const said = (content: string) => wrote(post({ content }));

describe('posts of ten senders that the reader was not made for', () => {
  it.each([
    [heldOut, 200],
    [morePosts, 60],
  ])('names the creators of each post, and never another one', (posts, count) => {
    expect(posts.length).toBeGreaterThanOrEqual(count);
    const missed = posts.filter(({ message, leadsTo }) => {
      const found = wrote(message);
      const wrong = found.filter((each) => !leadsTo.includes(each));
      expect([message['content'], wrong]).toEqual([message['content'], []]);
      return leadsTo.some((each) => !found.includes(each));
    });
    const words = missed.map(({ sender, message }) => `${sender} ${JSON.stringify(message)}`);
    expect(words).toEqual([]);
  });
});

describe('hostile addresses', () => {
  it.each([
    ['another script', 'https://twitсh.tv/ada_live'],
    ['another script before it', 'сtwitch.tv/ada_live'],
    ['a way up', 'https://twitch.tv/../kick.com'],
    ['only a way up', 'https://twitch.tv/ada_live/..'],
    ['an encoded way up', 'https://twitch.tv/ada_live%2f..%2fbob'],
    ['a script', 'javascript:twitch.tv/ada_live'],
    ['a right-to-left mark', 'https://twitch.tv/ada\u202Eevil'],
    ['an invisible letter before it', '\u200Btwitch.tv/ada_live'],
    ['a user name', 'https://twitch.tv@evil.example/ada_live'],
    ['a host behind a user name', 'https://evil.example@twitch.tv/ada_live'],
    ['a parameter of another site', 'https://evil.example/?to=https://twitch.tv/ada_live'],
    ['a longer host', 'https://twitch.tv.evil.example/ada_live'],
    ['a port', 'https://twitch.tv:8443/ada_live'],
    ['a list', 'https://www.twitch.tv/directory/game/Celeste'],
    ['settings', 'https://www.twitch.tv/settings/profile'],
    ['a page of the site', 'https://www.youtube.com/premium'],
    ['a short link without a code', 'https://vm.tiktok.com/'],
    ['broken letters', 'https://www.youtube.com/@%E0%A4%A'],
  ])('%s names no creator', (_, text) => {
    expect(said(text)).toEqual([]);
    expect(wrote(post({ embeds: [{ type: 'rich', url: text, author: { name: 'x', url: text } }] }))).toEqual([]);
  });

  it('long texts without an end are read in no time', () => {
    for (const part of ['a.', 'twitch.tv', 'https://', 'a-b_c', '**x** is now live on ', '[('])
      expect(said(part.repeat(10_000 / part.length))).toEqual([]);
  });

  it('a handle of another script is read, however it is written', () => {
    const page = 'https://www.youtube.com/@日本の猫';
    expect(said(`${page}。`)).toEqual([page]);
    expect(said('https://www.youtube.com/@%E6%97%A5%E6%9C%AC%E3%81%AE%E7%8C%AB')).toEqual([page]);
  });
});

describe('posts that prove little', () => {
  it('a list of ten creators, the answer to a command and a name without a link are marked', () => {
    const ten = Array.from({ length: 10 }, (_, place) => `twitch.tv/creator_${place}`).join('\n');
    expect(read(post({ content: ten }))).toMatchObject({ doubt: 'list', isKnown: false });
    const answer = post({ type: 20, content: 'https://kick.com/ada', interaction_metadata: { id: '1' } });
    expect(read(answer)).toMatchObject({ doubt: 'answer', isKnown: false });
    const name = post({ embeds: [{ type: 'rich', author: { name: 'Ada_Live is now live on Twitch!' } }] });
    expect(read(name)).toEqual({
      leads: [{ platform: 'twitch', wrote: 'Ada_Live', isThing: false }],
      doubt: 'noLink',
      isKnown: false,
    });
  });

  it('only a form of a known bot makes one post enough', () => {
    const content = '**ada** is live now!\nhttps://www.twitch.tv/ada_live';
    expect(read(post({ content }))).toMatchObject({ isKnown: false });
    const author = { id: '204255221017214977', username: 'YAGPDB.xyz', bot: true };
    expect(read(post({ content, author }))).toMatchObject({ isKnown: true });
    const webhook = { webhook_id: '811111111111111111', content: 'https://www.twitch.tv/ada_live' };
    expect(read(post({ ...webhook, author: { id: '811111111111111111', username: 'Ada Live' } }))).toMatchObject({
      isKnown: true,
    });
    expect(read(post({ ...webhook, author: { id: '811111111111111111', username: 'News' } }))).toMatchObject({
      isKnown: false,
    });
  });
});
