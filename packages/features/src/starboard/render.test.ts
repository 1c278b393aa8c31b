import { ChannelId, MessageId, ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { embedLength } from '@tally/message/discord';
import { describe, expect, it } from 'vitest';
import { decide, emojiText, isEmojiOf, refusalOf } from './match.ts';
import { renderStarred, shorten } from './render.ts';
import type { Board, BoardSettings, Post } from './tables.ts';

const serverId = ServerId.parse('900000000000000001');
const channelId = ChannelId.parse('910000000000000001');
const nova = {
  id: '222222222222222222',
  username: 'nova',
  displayName: 'Nova @everyone',
  avatar: 'hash',
  isBot: false,
};
const file = (name: string, about: object = {}) => ({
  name,
  url: `https://cdn.example/${name}`,
  isImage: true,
  isSpoiler: false,
  ...about,
});
const messageOf = (about: object = {}): Message =>
  ({
    id: MessageId.parse('1000000000000000001'),
    channelId,
    content: 'Hello @everyone <@&1>',
    embeds: [],
    attachments: [],
    stickers: [],
    repliesTo: null,
    isForward: false,
    isPoll: false,
    hasComponents: false,
    shown: { links: [], texts: [] },
    roleIds: [],
    isAnswer: false,
    author: nova,
    ...about,
  }) as unknown as Message;
const render = (about: object = {}, scene: { hidesPictures?: boolean; settings?: BoardSettings } = {}) =>
  renderStarred({
    locale: 'en-US',
    settings: scene.settings ?? {},
    serverId,
    message: messageOf(about),
    stars: 5,
    hidesPictures: scene.hidesPictures ?? false,
    cdnUrl: 'https://cdn.example',
    signature: 'Tally',
  });

describe('a starred message on the board', () => {
  it('pings no one, and links to the original', () => {
    const payload = render();
    expect(payload.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(payload.content).toBe(`⭐ **5** · <#${channelId}>`);
    expect(payload.embeds?.[0]?.author?.name).not.toContain('@everyone');
    expect(JSON.stringify(payload.components)).toContain(`/channels/${serverId}/${channelId}/1000000000000000001`);
  });

  it('stays within Discord’s limits for any text', () => {
    const long = 'x'.repeat(10_000);
    const payload = render({
      content: `${long}\ud800\0`,
      author: { ...nova, displayName: long },
      repliesTo: { author: { ...nova, displayName: long }, content: long },
      attachments: Array.from({ length: 10 }, () => file(`${'n'.repeat(300)}.zip`, { isImage: false })),
      stickers: Array.from({ length: 3 }, () => long),
    });
    const [card] = payload.embeds ?? [];
    expect(card && embedLength(card)).toBeLessThanOrEqual(6000);
    expect(card?.description?.length).toBeLessThanOrEqual(4096);
    expect(card?.fields?.every((field) => field.value.length <= 1024 && field.name.length <= 256)).toBe(true);
    expect(JSON.stringify(payload).isWellFormed()).toBe(true);
  });

  it('reveals nothing that was hidden: spoilers, and pictures from age-restricted channels', () => {
    expect(shorten(`||${'s'.repeat(50)}`, 40).match(/\|\|/g)).toHaveLength(2);
    const covered = render({
      attachments: [file('SPOILER_a.png', { isSpoiler: true })],
      repliesTo: { author: nova, content: 'a ||secret|| b' },
    });
    expect(covered.embeds?.[0]?.image).toBeUndefined();
    expect(JSON.stringify(covered)).not.toContain('secret');
    expect(JSON.stringify(covered)).toContain('||[');
    expect(JSON.stringify(render({ attachments: [file('b.png')] }, { hidesPictures: true }))).not.toContain(
      'cdn.example/b.png',
    );
  });

  it('shows several pictures as one gallery, and links other files', () => {
    const { embeds } = render({ attachments: [file('a.png'), file('b.png'), file('c.zip', { isImage: false })] });
    expect(embeds?.map((each) => each.image?.url)).toEqual(['https://cdn.example/a.png', 'https://cdn.example/b.png']);
    expect(new Set(embeds?.map((each) => each.url)).size).toBe(1);
    expect(embeds?.[0]?.fields?.[0]?.value).toContain('https://cdn.example/c.zip');
  });

  it('explains it when Discord hides the text from us', () => {
    expect(render({ content: '' }).embeds?.[0]?.description).toContain('does not let this bot read');
    expect(render({ content: '', stickers: ['wave'] }).embeds?.[0]?.description).toBeUndefined();
  });
});

describe('the messages that a board accepts', () => {
  const board = (settings: BoardSettings): Pick<Board, 'settings' | 'channelId'> => ({
    settings,
    channelId: ChannelId.parse('910000000000000009'),
  });
  const now = new Date('2026-03-01T12:00:00Z');
  const candidate = {
    places: [channelId, ChannelId.parse('910000000000000002')],
    isForAdults: false,
    isByMachine: false,
    hasImage: false,
    postedAt: new Date('2026-03-01T11:30:00Z'),
    authorRoles: [],
  };
  const refusal = (settings: BoardSettings, about: object = {}) =>
    refusalOf(board(settings), { ...candidate, ...about }, now);

  it('by author, channel, age and content', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({}, { isByMachine: true })).toBe('machine');
    expect(refusal({ allowBotMessages: true }, { isByMachine: true })).toBeNull();
    expect(refusal({}, { isForAdults: true })).toBe('adults');
    expect(refusal({ requireImage: true })).toBe('image');
    expect(refusal({ minimumAgeMinutes: 31 })).toBe('young');
    expect(refusal({ maximumAgeMinutes: 29 })).toBe('old');
    const category = '910000000000000002' as ChannelId;
    expect(refusal({ filter: { channelMode: 'blacklist', channels: [category], roleMode: null, roles: [] } })).toBe(
      'channel',
    );
    expect(
      refusal({ filter: { channelMode: 'whitelist', channels: [category], roleMode: null, roles: [] } }),
    ).toBeNull();
    expect(refusal({ filter: { channelMode: null, channels: [], roleMode: 'whitelist', roles: ['1' as never] } })).toBe(
      'role',
    );
    expect(refusalOf({ settings: {}, channelId }, candidate, now)).toBe('board');
  });

  it('by its emoji: a star with and without its invisible mark, an emoji of the server by its id', () => {
    expect(isEmojiOf({}, { id: null, name: '⭐' })).toBe(true);
    expect(isEmojiOf({}, { id: null, name: '⭐\ufe0f' })).toBe(true);
    expect(isEmojiOf({}, { id: '1', name: '⭐' })).toBe(false);
    expect(isEmojiOf({ emojiId: '77', emojiName: 'old' }, { id: '77', name: 'new' })).toBe(true);
    expect(emojiText({ emojiId: '77', emojiName: 'gold' })).toBe('<:gold:77>');
  });

  it('posts at the threshold, removes below the lower one, and ignores trashed messages', () => {
    const standing = { deliveryKey: 'k', isTrashed: false, isForced: false } as Post;
    const settings = { threshold: 5, removeThreshold: 3, deleteIfLost: true };
    const at = (stars: number, post: Post | null, isWelcome = true) => decide(settings, { post, stars, isWelcome });
    expect([at(4, null), at(5, null), at(5, null, false)]).toEqual(['leave', 'post', 'leave']);
    expect([at(3, standing), at(2, standing)]).toEqual(['update', 'remove']);
    expect(at(0, { ...standing, isForced: true })).toBe('update');
    expect(at(9, { ...standing, isTrashed: true })).toBe('leave');
  });
});
