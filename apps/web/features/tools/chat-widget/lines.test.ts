import type { ChatEvent } from '@tally/contract/chat-widget/calls';
import { describe, expect, it } from 'vitest';
import { readIrcLine, readRanges } from './chats/irc.ts';
import { happeningOf as ofKick } from './chats/kick-lines.ts';
import { happeningOf } from './chats/twitch-lines.ts';
import { contrast, nameColour } from './colours.ts';
import { type Entry, textOf } from './entry.ts';
import { createFilter, matches } from './filter.ts';
import { defaults } from './settings.ts';

const look = {
  cdnUrl: 'https://cdn.test',
  isAnimated: true,
  words: new Map(),
  badges: [{ set: 'vip', version: '1', title: 'VIP', url: 'https://cdn.test/vip' }],
};
const hear = (text: string) => {
  const line = readIrcLine(text);
  return line && happeningOf(line, look);
};
const said = (tags: string, text: string): Entry => {
  const happening = hear(`@id=1;user-id=7;room-id=1;${tags} :ann!ann@ann.tmi.twitch.tv PRIVMSG #xqc :${text}`);
  if (happening?.type !== 'line') throw new Error('not a line');
  return happening.entry;
};

describe('a line of Twitch', () => {
  it('counts emotes by code points', () => {
    expect(said('emotes=25:2-6', '👋 Kappa <b>').parts).toEqual([
      { kind: 'text', text: '👋 ' },
      { kind: 'emote', name: 'Kappa', url: 'https://cdn.test/emoticons/v2/25/default/dark/2.0' },
      { kind: 'text', text: ' <b>' },
    ]);
  });

  it('ignores empty, overlapping or out-of-range positions', () => {
    expect(readRanges('25:0-4,2-6,90-99,5-3,a-b/../x:0-1/30:6-7', 8)).toEqual([
      { id: '25', from: 0, to: 4 },
      { id: '30', from: 6, to: 7 },
    ]);
    expect(textOf(said('emotes=25:3-400', 'short'))).toBe('short');
  });

  it('draws at most 60 emotes, and shows the others as words', () => {
    const places = Array.from({ length: 500 }, (_, each) => `${each * 2}-${each * 2}`);
    const { parts } = said(`emotes=25:${places.join(',')}`, 'x '.repeat(500));
    expect(parts.filter(({ kind }) => kind === 'emote')).toHaveLength(60);
    expect(parts.filter((part) => part.kind === 'text' && part.text === 'x')).toHaveLength(440);
  });

  it('unescapes names, and finds pictures of badges', () => {
    const entry = said('display-name=a\\sb\\:c\\\\;badges=vip/1,odd/9;color=#12', 'hi');
    expect(entry).toMatchObject({
      displayName: 'a b;c\\',
      colour: null,
      badges: [{ url: 'https://cdn.test/vip' }, { url: null, title: 'odd' }],
    });
  });

  it('knows lines of partners, actions and replies', () => {
    const entry = said('source-room-id=2;reply-parent-display-name=Bob', '\u0001ACTION waves\u0001');
    expect(entry).toMatchObject({ isShared: true, isAction: true, replyTo: 'Bob' });
    expect(textOf(entry)).toBe('waves');
    expect(said('source-room-id=1', 'own').isShared).toBe(false);
  });

  it('deletes one line, those of one person, or all; and never all because a tag is missing', () => {
    expect(hear('@target-msg-id=9;login=ann :tmi.twitch.tv CLEARMSG #xqc :bad')).toEqual({
      type: 'removed',
      platform: 'twitch',
      id: '9',
    });
    expect(hear('@target-user-id=7 :tmi.twitch.tv CLEARCHAT #xqc :ann')).toEqual({
      type: 'banned',
      platform: 'twitch',
      userId: '7',
    });
    expect(hear(':tmi.twitch.tv CLEARCHAT #xqc :ann')).toBeNull();
    expect(hear('@room-id=1 :tmi.twitch.tv CLEARCHAT #xqc')).toEqual({ type: 'cleared', platform: 'twitch' });
  });

  it('starts over for moderators only', () => {
    expect(hear('@mod=1;user-id=1 :a!a@a PRIVMSG #xqc :!refreshoverlay')).toEqual({ type: 'refresh' });
    expect(hear('@mod=0;user-id=1 :a!a@a PRIVMSG #xqc :!refreshoverlay')).toMatchObject({ type: 'line' });
  });

  it('nothing that is sent throws', () => {
    for (const text of [
      '',
      ':',
      '@',
      '@;; :x',
      '@a=\\',
      'PRIVMSG',
      '@emotes=:::/,- :x!x PRIVMSG',
      '@__proto__=x :a PRIVMSG #b :\uD800',
      '@msg-id=constructor :a USERNOTICE #b',
    ])
      expect(() => hear(text)).not.toThrow();
  });
});

it('shows the announcement of a moderator as a line of theirs', () => {
  const happening = hear(
    '@id=9;user-id=7;room-id=1;badges=moderator/1;msg-id=announcement :tmi.twitch.tv USERNOTICE #xqc :Song requests are open',
  );
  expect(happening).toMatchObject({
    type: 'line',
    entry: { kind: 'line', notice: null, parts: [{ kind: 'text', text: 'Song requests are open' }] },
  });
});

const kickLine = (text: string, badges: string[] = []): ChatEvent => ({
  type: 'line',
  id: 'k1',
  userId: '7',
  name: 'ann',
  displayName: 'Ann',
  colour: null,
  badges,
  text,
  replyTo: null,
  sentAt: '2026-11-24T00:00:00Z',
});

it('emotes of Kick come through our own origin, with any name', () => {
  const happening = ofKick(kickLine('a[emote:37226:KEKW] [emote:1:../x"onerror=] [emote:x:y]'), {
    filesUrl: 'https://files.test',
    badges: [],
    words: new Map(),
    renewed: '',
  });
  expect(happening).toMatchObject({
    entry: {
      parts: [
        { kind: 'text', text: 'a' },
        {
          kind: 'emote',
          name: 'KEKW',
          url: '/api/emoji-proxy?url=https%3A%2F%2Ffiles.test%2Femotes%2F37226%2Ffullsize',
        },
        { kind: 'text', text: ' ' },
        {
          kind: 'emote',
          name: '../x"onerror=',
          url: '/api/emoji-proxy?url=https%3A%2F%2Ffiles.test%2Femotes%2F1%2Ffullsize',
        },
        { kind: 'text', text: ' [emote:x:y]' },
      ],
    },
  });
});

describe('displayed lines', () => {
  const shows = (settings: Partial<typeof defaults>, entry: Entry) => createFilter({ ...defaults, ...settings })(entry);
  const nightbot: Entry = { ...said('', 'hello'), login: 'Nightbot' };

  it('bots are hidden, but not those that are named', () => {
    expect([shows({}, nightbot), shows({ except: 'x, NightBot' }, nightbot), shows({ bots: true }, nightbot)]).toEqual([
      false,
      true,
      true,
    ]);
    const named = createFilter(defaults, new Set(['lamp_bot']));
    expect([named({ ...said('', 'hello'), login: 'Lamp_Bot' }), named(said('', 'hello'))]).toEqual([false, true]);
    const own = ofKick(kickLine('hi', ['bot']), { filesUrl: '', badges: [], words: new Map(), renewed: '' });
    expect(own.type === 'line' && shows({}, own.entry)).toBe(false);
  });

  it('commands, people and partners as one likes', () => {
    expect(shows({ commands: false }, said('', '!song'))).toBe(false);
    expect(shows({ users: 'bob, ANN' }, said('', 'hi'))).toBe(false);
    expect(shows({ shared: false }, said('source-room-id=2', 'hi'))).toBe(false);
  });

  it.each([
    ['spoil*', 'no SPOILERS here', false],
    ['spoil', 'no spoilers here', true],
    ['*poil*', 'spoiler', false],
    ['bad word', 'a bad word indeed', false],
    ['قط*', 'هذه قطة', false],
  ])('the word %s in "%s"', (words, text, isShown) => expect(shows({ words }, said('', text))).toBe(isShown));

  it('a pattern of a thousand stars is matched step by step', () => {
    const pattern = '*a'.repeat(500);
    expect(matches(`${pattern}b`, 'a'.repeat(500))).toBe(false);
    expect(matches(pattern, 'a'.repeat(500))).toBe(true);
  });
});

describe('names', () => {
  it.each(['#0000FF', '#000000', '#8A2BE2', '#ffffff', '#FFFF00'])('%s can be read on dark and on light', (colour) => {
    expect(
      contrast(nameColour(colour, 'ann', { isReadable: true, isOnLight: false }), '#18181b'),
    ).toBeGreaterThanOrEqual(4.5);
    expect(
      contrast(nameColour(colour, 'ann', { isReadable: true, isOnLight: true }), '#ffffff'),
    ).toBeGreaterThanOrEqual(4.5);
  });

  it('a person without a chosen color always gets the same one', () => {
    const of = (login: string) => nameColour(null, login, { isReadable: false, isOnLight: false });
    expect(of('ann')).toBe(of('ann'));
    expect(nameColour('#0000FF', 'ann', { isReadable: false, isOnLight: false })).toBe('#0000FF');
  });
});

describe('a subscriber on Kick', () => {
  const renewed = '{name} renewed their subscription (month {months})';
  const badge = (months: number) => ({
    set: 'subscriber',
    version: String(months),
    title: String(months),
    url: `https://files.test/${months}`,
  });
  const look = { filesUrl: '', badges: [badge(1), badge(3), badge(12)], words: new Map(), renewed };
  const pictureAfter = (months: number | undefined) => {
    const happening = ofKick({ ...kickLine('hi', ['subscriber']), subscribedMonths: months } as ChatEvent, look);
    const url = happening.type === 'line' ? happening.entry.badges[0]?.url : undefined;
    return url && decodeURIComponent(url.replace('/api/emoji-proxy?url=', ''));
  };

  it.each([
    [undefined, 1],
    [1, 1],
    [2, 1],
    [3, 3],
    [11, 3],
    [36, 12],
  ])('with %s months wears the picture of month %s', (months, picture) => {
    expect(pictureAfter(months)).toBe(`https://files.test/${picture}`);
  });

  it('shows the level next to the other badges', () => {
    const event = { ...kickLine('hi'), pictures: [{ title: 'Level 12', url: 'https://files.test/12.png' }] };
    expect(ofKick(event as ChatEvent, look)).toMatchObject({
      entry: { badges: [{ title: 'Level 12', url: '/api/emoji-proxy?url=https%3A%2F%2Ffiles.test%2F12.png' }] },
    });
  });

  it('announces a shared renewal, and hides it if subscriptions are off', () => {
    const happening = ofKick({ ...kickLine('still here'), renewedMonths: 20 } as ChatEvent, look);
    if (happening.type !== 'line') throw new Error('not a line');
    expect(happening.entry).toMatchObject({ kind: 'sub', notice: 'Ann renewed their subscription (month 20)' });
    expect(createFilter({ ...defaults, subs: false })(happening.entry)).toBe(false);
    expect(createFilter({ ...defaults, subs: true })(happening.entry)).toBe(true);
  });
});
