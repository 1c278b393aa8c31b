import { placeholdersFor, RoleId, ServerId, sampleValues, streamerMessageTypes } from '@tally/contract';
import type { Channel, Ctx, StreamSession, Video } from '@tally/kernel';
import { defaultMessage } from '@tally/message/defaults';
import { embedLength } from '@tally/message/discord';
import { describe, expect, it } from 'vitest';
import type { StreamerRow } from '../streamers/index.ts';
import { createRender, type Message, renderStreamerMessage, threadName } from './render/message.ts';
import { type NotificationScene, type Subject, timeline, valuesOf } from './render/values.ts';
import { drawVariant } from './service/compose/templates.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);
const home = ServerId.parse('900000000000000001');
const fans = RoleId.parse('500000000000000001');

const ctx = {
  clock: { now: () => now },
  config: { webUrl: 'https://tally.example' },
  platforms: { definitions: [{ id: 'kick', name: 'Kick', colour: '#53fc18' }] },
} as unknown as Pick<Ctx, 'clock' | 'config' | 'platforms'>;
const channel: Channel = {
  platform: 'kick',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: 'https://a.example/ada.png',
  followers: 7,
  url: 'https://kick.com/ada',
};
const session: StreamSession = {
  id: 'session',
  platform: 'kick',
  channelId: '42',
  streamId: '1',
  startedAt: at('08:00'),
  detectedAt: at('08:00'),
  endedAt: at('11:12'),
  url: 'https://kick.com/ada',
  details: {
    title: 'Night shift',
    category: 'Chess',
    categoryImageUrl: 'https://a.example/chess.png',
    thumbnailUrl: 'https://a.example/live.png',
    viewers: 5,
    language: 'en',
    isMature: false,
  },
  peakViewers: 9,
  averageViewers: 6,
  categories: [
    { name: 'Just Chatting', from: at('08:00') },
    { name: 'Chess', from: at('08:24') },
  ],
};
const video: Video = {
  platform: 'kick',
  channelId: '42',
  id: 'v1',
  kind: 'vod',
  title: 'The best of it',
  description: 'First line\nsecond line',
  url: 'https://kick.com/ada/videos/v1',
  thumbnailUrl: 'https://a.example/v1.png',
  publishedAt: at('11:20'),
  durationSeconds: 90,
  premieresAtMs: at('12:00').getTime(),
  category: 'Chess',
  views: 11,
  streamId: '1',
  clipper: { name: 'quick_thumb', roles: ['sub'] },
  momentUrl: 'https://www.twitch.tv/videos/12345?t=1h2m3s',
  downloadUrl: 'https://tally.example/clips/twitch/CarefulLamp',
};
const streamer = { id: 's', serverId: home, name: 'ada', platform: 'kick', settings: {} } as unknown as StreamerRow;
const looks = { name: 'Night Owls', iconUrl: 'https://a.example/icon.png', memberCount: 12, locale: 'en-US' as const };
const scene = (subject: Subject): NotificationScene => ({ ctx, streamer, channel, looks, pingRoleId: fans, subject });
const ended: Subject = { kind: 'stream', session, vodUrl: video.url };
const subjectOf = (type: string): Subject =>
  type.endsWith('Live') || type.endsWith('Offline') ? ended : { kind: 'video', video };

describe('every placeholder of every message about a streamer', () => {
  const table = streamerMessageTypes.flatMap((type) => placeholdersFor(type).map(({ name }) => [type, name] as const));
  it.each(table)('%s: {%s} is filled', (type, name) => {
    const value = valuesOf(scene(subjectOf(type)))[name];
    expect(value, `${name} is promised for ${type}`).toEqual(expect.anything());
    expect(String(value)).not.toBe('');
  });

  it.each(streamerMessageTypes)('%s: nothing is filled that is not promised', (type) => {
    const promised = new Set(Object.keys(sampleValues(type)));
    const { url: _link, ...values } = valuesOf(scene(subjectOf(type)));
    // Some values about the whole stream are known before the list offers them.
    const early = new Set([
      'ended',
      'duration',
      'peak_viewers',
      'average_viewers',
      'categories',
      'vod_url',
      'clipper',
      'moment_url',
      'download_url',
      'premieres',
    ]);
    expect(Object.keys(values).filter((name) => !promised.has(name) && !early.has(name))).toEqual([]);
  });
});

it("a message that many servers show alike is composed once, and no server sees another one's", () => {
  const other = ServerId.parse('900000000000000002');
  const ours = defaultMessage('kickLive', 'en-US');
  const templates = [ours, { content: '{ping} {title} on {server}' }, { content: '{member_count|nobody}' }];
  const pings = [null, fans, RoleId.parse(home), RoleId.parse(other)];
  const messages = [home, other].flatMap((serverId) =>
    templates.flatMap((template) =>
      pings.flatMap((pingRoleId) =>
        [true, false].flatMap((hasNotifyButton) =>
          (['yes', 'silently', 'no'] as const).flatMap((how) =>
            [ended, { ...ended, vodUrl: null }, subjectOf('vod')].map(
              (subject): Message => ({
                ...scene(subject),
                streamer: { ...streamer, id: `of ${serverId}`, serverId },
                looks: { ...looks, name: `Server ${serverId}`, memberCount: Number(serverId.at(-1)) },
                type: subject.kind === 'stream' ? 'kickLive' : 'vod',
                template,
                pingRoleId,
                hasNotifyButton,
                pings: how,
              }),
            ),
          ),
        ),
      ),
    ),
  );
  const render = createRender();
  expect(messages.map(render)).toEqual(messages.map(renderStreamerMessage));
  const plain = messages.filter((each) => each.template === ours && !each.hasNotifyButton && each.pingRoleId === fans);
  expect(new Set(plain.filter(({ pings: how }) => how === 'yes').map(render)).size).toBe(3);
});

describe('a message as people see it', () => {
  const render = (change: Partial<Parameters<typeof renderStreamerMessage>[0]> = {}) =>
    renderStreamerMessage({
      ...scene(ended),
      streamer,
      type: 'kickLive',
      template: defaultMessage('kickLive', 'en-US'),
      pings: 'yes',
      hasNotifyButton: false,
      ...change,
    }).payload;

  it('pings the chosen role, but no one in a test or when it is over', () => {
    expect(render().allowed_mentions).toEqual({ parse: [], roles: [fans], users: [] });
    expect(render({ pings: 'silently' }).allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(render({ pings: 'silently' }).content).toContain(`<@&${fans}>`);
    const over = { type: 'kickOffline', template: defaultMessage('kickOffline', 'en-US'), pings: 'no' } as const;
    expect(render(over).allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
  });

  it('@everyone is pinged only where that very role was chosen', () => {
    const everyone = RoleId.parse(home);
    expect(render({ pingRoleId: everyone }).allowed_mentions).toMatchObject({ parse: ['everyone'] });
    const loud = { ...session, details: { ...session.details, title: '@everyone <@&1> look' } };
    const payload = render({ subject: { kind: 'stream', session: loud, vodUrl: null } });
    expect(payload.allowed_mentions).toMatchObject({ parse: [], roles: [fans] });
  });

  it('has the button below that gives the role', () => {
    const [row] = render({ hasNotifyButton: true }).components ?? [];
    expect(row?.components.at(-1)).toMatchObject({ custom_id: 'notify-me:s', label: 'Notify me' });
  });

  it('the end card sums the stream up, and links the recording', () => {
    const over = { type: 'kickOffline', template: defaultMessage('kickOffline', 'en-US'), pings: 'no' } as const;
    const { embeds, components } = render(over);
    expect(embeds?.[0]?.fields?.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Duration: 3h 12m',
      'Most viewers: 9',
      'Average viewers: 6',
      'Categories: Just Chatting 24m · Chess 2h 48m',
    ]);
    expect(components?.[0]?.components.map((button) => 'url' in button && button.url)).toEqual([
      channel.url,
      video.url,
    ]);
  });

  it('an unknown value is left out, with its label', () => {
    const bare = { ...session, peakViewers: null, averageViewers: null, categories: [] };
    const over = { type: 'kickOffline', template: defaultMessage('kickOffline', 'en-US'), pings: 'no' } as const;
    const { embeds, components } = render({ ...over, subject: { kind: 'stream', session: bare, vodUrl: null } });
    expect(embeds?.[0]?.fields?.map(({ name }) => name)).toEqual(['Duration']);
    expect(components?.[0]?.components).toHaveLength(1);
  });

  it('an owner’s message of nothing but unknown things is still a message', () => {
    const untitled = { ...session, details: { ...session.details, title: null } };
    const subject = { kind: 'stream', session: untitled, vodUrl: null } as const;
    expect(render({ subject, template: { content: '{title}' }, pings: 'no' })).toMatchObject({ content: session.url });
  });
});

describe('hostile words', () => {
  const words = [
    '@everyone @here <@&500000000000000009> <@111111111111111111>',
    'x'.repeat(10_000),
    '**'.repeat(3_000),
    '[a](https://evil.example) `code` > quote',
    '\u202egnp.exe \u200b\u2066',
    '\ud800 lone \udfff',
    '{ping} {title} {{url}}',
    '\u0000\u0007',
  ];
  it.each(words)('%j in every text of a stream ping no one else and stay within the limits', (word) => {
    const details = { ...session.details, title: word, category: word, language: word };
    const loud = { ...session, details, categories: [{ name: word, from: at('08:00') }] };
    for (const type of ['kickLive', 'kickOffline'] as const) {
      const { payload } = renderStreamerMessage({
        ...scene({ kind: 'stream', session: loud, vodUrl: null }),
        channel: { ...channel, displayName: word },
        looks: { ...looks, name: word },
        streamer,
        type,
        template: defaultMessage(type, 'en-US'),
        pings: type === 'kickLive' ? 'yes' : 'no',
        hasNotifyButton: true,
      });
      expect(payload.allowed_mentions).toEqual({ parse: [], roles: type === 'kickLive' ? [fans] : [], users: [] });
      expect(payload.content?.length ?? 0).toBeLessThanOrEqual(2000);
      expect(payload.embeds?.reduce((sum, embed) => sum + embedLength(embed), 0)).toBeLessThanOrEqual(6000);
      expect(JSON.stringify(payload)).not.toContain(String.raw`\u0000`);
    }
  });
});

describe('small things', () => {
  it('a category that came twice is listed once, with all its time', () => {
    const categories = [
      { name: 'Chess', from: at('08:00') },
      { name: 'Poker', from: at('09:00') },
      { name: 'Chess', from: at('09:30') },
    ];
    expect(timeline({ categories }, at('10:00'))).toBe('Chess 1h 30m · Poker 30m');
    expect(timeline({ categories: [] }, at('10:00'))).toBe(null);
  });

  it.each(['x'.repeat(300), '\u0000 \u202e', '', '\ud800 broken'])(
    'a thread gets a name that Discord accepts: %j',
    (title) => {
      const subject = { kind: 'stream', session: { ...session, details: { ...session.details, title } }, vodUrl: null };
      const name = threadName({ channel, subject: subject as Subject });
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(100);
    },
  );

  it('a message keeps its variant although others are added and removed', () => {
    const draws = Array.from({ length: 60 }, (_, number) => `message ${number}`);
    const drawn = draws.map((draw) => drawVariant(['a', 'b', 'c'], draw));
    expect(new Set(drawn)).toEqual(new Set(['a', 'b', 'c']));
    expect(draws.map((draw) => drawVariant(['c', 'b', 'a'], draw))).toEqual(drawn);
    const withoutC = draws.map((draw) => drawVariant(['a', 'b'], draw));
    expect(withoutC.filter((text, place) => drawn[place] !== 'c' && text !== drawn[place])).toEqual([]);
    expect(drawVariant([], 'x')).toBe(null);
  });
});
