import { randomUUID } from 'node:crypto';
import { type AuditLogKind, ChannelId, MessageId, ServerId, UserId } from '@tally/contract';
import { type Ctx, defineFeature, minutes, type PushReading, seconds, UpstreamError } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { handlePush, listTopics } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { changeStreamer, streamers } from '../streamers/index.ts';
import { removeStreamer } from '../streamers/service/change-streamer.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { auditLog } from './index.ts';
import { postLog } from './service/post.ts';
import { preview } from './service/preview.ts';
import { callForgotten, wakePaused } from './service/repair.ts';

const ann = '111111111111111111';
const botId = UserId.parse('900000000000000001');
const home = ServerId.parse('800000000000000001');
const room = ChannelId.parse('910000000000000001');

interface Shown {
  readonly content?: string;
  readonly embeds: readonly { readonly title: string; readonly description: string }[];
  readonly allowed_mentions: object;
}
const chat = { posted: [] as Shown[], refusal: null as UpstreamError | null };
const refusal = (kind: UpstreamError['kind'], upstreamCode: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode });
const everyone = (1n << 10n) | (1n << 11n) | (1n << 14n);
const discord = {
  messages: {
    async create({ payload }: { payload: Shown }) {
      if (chat.refusal) throw chat.refusal;
      chat.posted.push(payload);
      return { id: MessageId.parse(String(1_000_000_000_000_000_000n + BigInt(chat.posted.length))) };
    },
  },
  servers: {
    channel: async () => ({ kind: 'text', parentId: null }),
    channels: async () => [{ id: room, name: 'log', kind: 'text', parentId: null, position: 0, overwrites: [] }],
    get: async () => ({
      id: home,
      name: 'Home',
      ownerId: ann,
      emojis: [],
      roles: [{ id: home, name: '@everyone', position: 0, permissions: everyone, isManaged: false, color: 0 }],
    }),
  },
  bot: {
    async me() {
      throw refusal('down', 0);
    },
  },
  members: { get: async () => ({ roleIds: [], timedOutUntil: null, userId: botId }) },
};

const bought = { plan: unlimited };
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, bought.plan]]) });
let world: TestWorld;
let ada: string;
beforeAll(async () => {
  const features = [servers, errorLogs, messageEditor, premium, streamers, auditLog];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  Object.assign(chat, { posted: [], refusal: null });
  bought.plan = unlimited;
  const looks = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 20 };
  await serverAppeared(ctx(), { id: home, ...looks } as never);
  const now = world.clock.now();
  ada = randomUUID();
  const row = { serverId: home, platform: 'kick', channelId: '42', name: 'ada', settings: {} } as const;
  await insertStreamer(world.inside, { id: ada, ...row, addedAt: now, changedAt: now });
  await world.db.execute(
    `insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at)
     values ('kick', '42', 'ada', 'Ada', 'https://kick.com/ada', now(), now())`,
  );
});

const pushed = { reading: { kind: 'ignored' } as PushReading };
const platforms = fakePlatforms({ kick: { intake: { readPush: async () => pushed.reading } } });
const ctx = (): Ctx => ({ ...world.ctx({ caller: person(ann) }), platforms });
let messages = 0;
const push = async (reading: PushReading) => {
  pushed.reading = reading;
  await handlePush(ctx(), 'kick', {} as never);
};
const someone = (name: string) => ({ id: `id-${name}`, name: name.toLowerCase(), displayName: name });
const told = () =>
  ({ platform: 'kick', channelId: '42', messageId: `push ${++messages}`, at: world.clock.now() }) as const;
const ban = async (
  name: string,
  more: { until?: Date; reason?: string; messageId?: string; by?: string | null } = {},
) => {
  const { platform, channelId, messageId, at } = told();
  const { until = null, reason = null, by = 'Mo' } = more;
  const said = {
    messageId: more.messageId ?? messageId,
    moderator: by === null ? null : someone(by),
    reason,
    until,
    at,
  };
  await push({ kind: 'ban', ban: { platform, channelId, banned: someone(name), told: said } });
};
const follow = async (name: string) => await push({ kind: 'follow', follow: { ...told(), follower: someone(name) } });
const kicks = async (name: string, amount: number, more: { gift?: string; message?: string } = {}) => {
  const { gift = null, message = null } = more;
  await push({ kind: 'kicks', kicks: { ...told(), sender: someone(name), amount, gift, message } });
};
const subscribe = async (name: string, months: number) =>
  await push({ kind: 'subscription', news: { ...told(), subscriber: someone(name), months, until: null } });
const gift = async (name: string | null, to: readonly string[], count = to.length) => {
  const { at: givenAt, ...about } = told();
  const giftees = to.map(someone);
  await push({
    kind: 'gift',
    gift: { ...about, gifter: name === null ? null : someone(name), count, giftees, until: null, givenAt },
  });
};

const address = { serverId: home, platform: 'kick', name: 'ada' } as const;
const change = async (body: object) => await changeStreamer(ctx(), address, { body });
const turnOn = async (more: object = {}) => await change({ auditLogsEnabled: true, auditLogsChannelId: room, ...more });
/** Sends due messages and runs the jobs that report their outcomes. */
const send = async () => {
  while ((await sendDue(ctx())) > 0) {
    for (const { name, data } of world.queued.splice(0)) {
      await deliveryJobs.find((each) => each.name === name)?.run(ctx(), data as never, {} as never);
    }
  }
};
const post = async () => {
  const again = await postLog(ctx(), room);
  await send();
  return again;
};
const bare = (text: string) => text.replace(/[\u2068\u2069]/g, '');
const said = () => chat.posted.map(({ embeds }) => embeds.map(({ description }) => bare(description)));
const troubles = async () => (await listTrouble(ctx(), home)).map(({ reason }) => reason);

describe('events in a chat', () => {
  it('is shown before it is on: an example of each chosen kind, as it would be posted', async () => {
    const titles = async (kinds: AuditLogKind[] | null) => {
      const { payload } = await preview(ctx(), home, { chatLog: { streamerUserName: 'ada', kinds } });
      return (payload as { embeds: { title: string }[] } | null)?.embeds.map(({ title }) => title);
    };
    expect(await titles(null)).toHaveLength(5);
    expect(await titles(['follow'])).toEqual([expect.stringMatching(/ada/)]);
    expect(await titles([])).toBeUndefined();
  });

  it('are logged in a sentence each, once for any number of pushes', async () => {
    await turnOn();
    const until = new Date('2026-11-26T04:00:00Z');
    await ban('Troll', { reason: 'spam', messageId: 'same' });
    await ban('Troll', { reason: 'spam', messageId: 'same' });
    await ban('Loud', { until, by: null });
    await subscribe('New', 1);
    await subscribe('Old', 12);
    await gift('Rich', ['A', 'B', 'C', 'D', 'E', 'F', 'G']);
    await gift(null, [], 1);
    await kicks('Kicker', 500, { gift: 'Hell Yeah', message: 'hi' });
    await follow('Fan');
    await post();
    expect(said()).toEqual([
      [
        '**Troll** was banned by **Mo**.\nReason: spam',
        `**Loud** is timed out until <t:${until.getTime() / 1000}:f>.`,
        '**New** subscribed.',
        '**Old** has subscribed for 12 months.',
        '**Rich** gifted 7 subs.\nTo: A, B, C, D, E and 2 more',
        '**An anonymous viewer** gifted 1 sub.',
        '**Kicker** gave 500 Kicks: Hell Yeah\nMessage: hi',
      ],
    ]);
    expect(chat.posted[0]?.embeds.map(({ title }) => bare(title)).slice(0, 2)).toEqual(['Ban · Ada', 'Timeout · Ada']);
  });

  it('are logged as the owner chose: follows too, or only bans', async () => {
    await turnOn({ auditLogKinds: ['ban', 'follow'] });
    await follow('Fan');
    await subscribe('New', 1);
    await ban('Troll');
    await post();
    expect(said()).toEqual([['**Fan** followed.', '**Troll** was banned by **Mo**.']]);
    await change({ auditLogKinds: [] });
    await ban('Other');
    expect([await post(), said()]).toMatchObject([null, [{}]]);
  });

  it('are safe with any name that people give themselves', async () => {
    await turnOn();
    await ban('@everyone <@111111111111111111> **x** \u202eevil [a](https://x.test)', {
      reason: '<@&1> @here `'.repeat(400),
    });
    await post();
    const [message] = chat.posted;
    const text = message?.embeds[0]?.description ?? '';
    expect(message?.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(text).not.toMatch(/@everyone|(?<!\\)<@|@here|\u202e|(?<!\\)\*\*x/);
    expect(text.length).toBeLessThan(1_000);
  });

  it('reads in the language of the server, with the names apart', async () => {
    await world.db.execute(`update servers set locale = 'ar-SA'`);
    await turnOn();
    await ban('Troll');
    await gift('Rich', ['A'], 2);
    await post();
    expect(chat.posted[0]?.embeds.map(({ description }) => description)).toEqual([
      'حُظر **\u2068Troll\u2069** بقرار من **\u2068Mo\u2069**.',
      'أهدى **\u2068Rich\u2069** اشتراكين.\nإلى: \u2068A\u2069 وشخص آخر',
    ]);
  });
});

describe('a storm', () => {
  it('make one message in three seconds, with ten events each, and the excess is counted', async () => {
    await turnOn();
    for (let number = 1; number <= 125; number += 1) await ban(`B${number}`);
    await post();
    expect(await post()).toEqual(new Date(world.clock.now().getTime() + seconds(3)));
    expect(said().map((lines) => lines.length)).toEqual([10]);
    expect(chat.posted[0]?.content).toBe('25 more events were left out, because the channel could not keep up.');
    for (let round = 0; round < 10; round += 1) {
      world.clock.move(seconds(3));
      await post();
    }
    expect(said().map((lines) => lines.length)).toEqual(Array.from({ length: 10 }, () => 10));
    expect(said().flat().at(-1)).toBe('**B100** was banned by **Mo**.');
    expect(chat.posted.slice(1).every(({ content }) => content === undefined)).toBe(true);
  });

  it('arrives in order, at the same pace and complete after an outage of Discord', async () => {
    await turnOn();
    chat.refusal = refusal('limited', 0);
    for (let number = 1; number <= 120; number += 1) {
      await ban(`B${number}`);
      await post();
      world.clock.move(seconds(1));
    }
    expect(chat.posted).toEqual([]);
    chat.refusal = null;
    world.clock.move(minutes(5));
    const at: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      await post();
      while (at.length < chat.posted.length) at.push(world.clock.now().getTime());
      world.clock.move(seconds(1));
    }
    expect(said().flat()).toEqual(Array.from({ length: 120 }, (_, place) => `**B${place + 1}** was banned by **Mo**.`));
    const gaps = at.slice(1).map((each, place) => each - (at[place] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(seconds(3));
  });

  it('whose job was lost are posted by the next round', async () => {
    await turnOn();
    await ban('Troll');
    world.queued.length = 0;
    world.clock.move(minutes(2));
    await callForgotten(ctx());
    expect(world.queued.map(({ name }) => name)).toEqual(['audit-log/post']);
  });
});

describe('a log that cannot be written', () => {
  it('is paused with one line in the error log, and continues when its owner chooses a channel', async () => {
    await turnOn();
    chat.refusal = refusal('gone', 10_003);
    await ban('Troll');
    await post();
    expect(await troubles()).toEqual(['unknownChannel']);
    await ban('Other');
    world.clock.move(minutes(1));
    expect([await post(), chat.posted]).toEqual([null, []]);
    chat.refusal = null;
    await change({ auditLogKinds: null });
    await ban('Third');
    await post();
    expect(said()).toEqual([['**Third** was banned by **Mo**.']]);
  });

  it('is paused while the plan excludes it, and then continues', async () => {
    await turnOn();
    bought.plan = free;
    await ban('Troll');
    await post();
    expect([await troubles(), said()]).toEqual([['planLimit'], []]);
    await expect(change({ auditLogsEnabled: true, auditLogKinds: ['ban'] })).resolves.toBeDefined();
    bought.plan = unlimited;
    await wakePaused(ctx());
    await ban('Other');
    await post();
    expect(said()).toEqual([['**Other** was banned by **Mo**.']]);
  });

  it('may not be turned on without the plan', async () => {
    bought.plan = free;
    await expect(turnOn()).rejects.toMatchObject({ code: 'premiumRequired' });
  });

  it('is silent while its streamer is paused', async () => {
    await turnOn();
    await ban('Troll');
    await change({ paused: true });
    expect([await post(), said()]).toEqual([null, []]);
  });
});

it('subscribes at Kick to exactly the logged events, and to nothing without a log', async () => {
  const wanted = async () => [...((await listTopics(world.db, 'kick')).get('42') ?? [])].sort();
  await turnOn();
  expect(await wanted()).toEqual(['kicks', 'moderation']);
  await change({ auditLogKinds: ['follow', 'sub'] });
  expect(await wanted()).toEqual(['follows']);
  await change({ auditLogsEnabled: false });
  expect(await wanted()).toEqual([]);
  await turnOn();
  await removeStreamer(ctx(), address);
  expect(await wanted()).toEqual([]);
});
