import { randomUUID } from 'node:crypto';
import { ChannelId, ServerId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import { days, hours, minutes, UpstreamError } from '@tally/kernel';
import { listJournal, sendDue } from '@tally/pipeline/delivery';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { settings } from '../settings/index.ts';
import { updateServer } from '../settings/service/settings.ts';
import { overrides } from './index.ts';
import { composeDigests } from './service/compose-digests.ts';
import { digestsOf, type Held, holdForDigest, sendDigests } from './service/digest.ts';
import { resumeDigestsIn } from './service/stopped-digests.ts';

const ann = '111111111111111111';
const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('910000000000000001');
const secondRoom = ChannelId.parse('910000000000000002');

/** The calls that posted, and Discord's answers to them. */
const calls: { channelId: string; words: string }[] = [];
let refuses = false;
async function create({ channelId, payload }: { channelId: string; payload: object }) {
  calls.push({ channelId, words: JSON.stringify(payload) });
  if (refuses) {
    throw new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', status: 403, upstreamCode: 50013 });
  }
  return { id: String(300_000_000_000_000_000n + BigInt(calls.length)) };
}
const discord = {
  messages: { create },
  members: { get: async () => ({ roleIds: [], timedOutUntil: null }) },
  servers: {
    channel: async () => ({ kind: 'text' }),
    channels: async () => [],
    get: async () => ({ id: home, roles: [] }),
  },
};

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [servers, settings, overrides],
    env: { PLANS: 'unlimited' },
    discord: discord as never,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  calls.length = 0;
  refuses = false;
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 1 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
});
const asAnn = () => world.ctx({ caller: person(ann) });

const quiet = { timeZone: 'UTC', from: '22:00', until: '07:00', mode: 'digest' } as const;
const held = (over: Partial<Held> = {}): Held => ({
  dedupeKey: `live ${randomUUID()}`,
  serverId: home,
  channelId: room,
  streamerId: randomUUID(),
  platform: 'kick',
  creatorId: 'k1',
  sessionId: null,
  name: 'Ann_B',
  title: 'All *night* @everyone',
  url: 'https://kick.com/ann',
  happenedAt: new Date('2026-05-01T23:00:00Z'),
  cause: 'quietHours',
  ...over,
});
const hold = (...rows: Held[]) => world.db.transaction((tx) => holdForDigest(asAnn(), tx, rows));
const ctx = () => ({
  ...asAnn(),
  platforms: fakePlatforms({}, [{ id: 'kick', name: 'Kick' }]),
});
const posted = async () => {
  const rows = await listJournal(world.db, { serverId: home, limit: 50 });
  const said = await composeDigests(ctx(), rows);
  return rows.map(({ kind, channelId }, place) => {
    const words = said[place];
    return { kind, channelId, payload: words?.kind === 'send' ? words.payload : null };
  });
};

beforeEach(async () => {
  world.clock.set(new Date('2026-05-01T23:30:00Z'));
  await updateServer(asAnn(), home, { quietHours: quiet });
});

describe('the digest', () => {
  it('is sent once per channel when quiet hours end, pings no one, and is never repeated', async () => {
    await hold(
      held(),
      held({ happenedAt: new Date('2026-05-01T22:10:00Z'), name: 'Bob' }),
      held({ channelId: secondRoom }),
    );
    await sendDigests(ctx());
    world.clock.set(new Date('2026-05-02T07:00:04Z'));
    // A fan-out may still be writing rows for the night's last second.
    await sendDigests(ctx());
    expect(await posted()).toEqual([]);
    world.clock.set(new Date('2026-05-02T07:00:05Z'));
    await Promise.all([sendDigests(ctx()), sendDigests(ctx())]);
    await sendDigests(ctx());
    const digests = await posted();
    expect(digests.map(({ kind, channelId }) => `${kind} ${channelId}`).sort()).toEqual([
      `digest ${room}`,
      `digest ${secondRoom}`,
    ]);
    const first = digests.find((each) => each.channelId === room)?.payload;
    expect(first?.allowed_mentions).toEqual({ parse: [], roles: [], users: [] });
    expect(first?.embeds?.[0]?.description?.split('\n')).toEqual([
      expect.stringContaining('[Bob](https://kick.com/ann)'),
      expect.stringContaining(
        '[Ann\\_B](https://kick.com/ann) · Kick · <t:1777676400:t> · All \\*night\\* @\u200beveryone',
      ),
    ]);
    expect(first?.embeds?.[0]?.footer?.text).toBe('2 notifications were held.');
  });

  it('is due five seconds after the night, not at the next round of the schedule', async () => {
    const due: (Date | undefined)[] = [];
    const queue = {
      send: async (job: { name: string }, _data: unknown, options?: { startAfter?: Date }) => {
        if (job.name === 'overrides/end-quiet-hours') due.push(options?.startAfter);
      },
    } as never;
    const rows = [held(), held({ channelId: secondRoom })];
    await world.db.transaction((tx) => holdForDigest({ ...asAnn(), queue }, tx, rows));
    expect(due).toEqual([new Date('2026-05-02T07:00:05Z')]);
  });

  it('lists live streams first', async () => {
    const sessionId = randomUUID();
    await world.db.execute(
      `insert into channels (platform, channel_id, name, display_name, url, refreshed_at) values ('kick', 'k1', 'ann', 'Ann', 'https://kick.com/ann', now())`,
    );
    await world.db.execute(
      `insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details) values ('${sessionId}', 'kick', 'k1', now(), now(), now(), 'https://kick.com/ann', '{}')`,
    );
    await hold(held({ name: 'Bob', sessionId: randomUUID() }), held({ name: 'Ann', sessionId }));
    world.clock.move(hours(12));
    await sendDigests(ctx());
    const [digest] = await posted();
    const lines = digest?.payload?.embeds?.[0]?.description?.split('\n') ?? [];
    expect([lines[0]?.includes('still live') && lines[0].includes('Ann'), lines[1]?.includes('live')]).toEqual([
      true,
      false,
    ]);
    expect(digest?.payload?.embeds?.[0]?.footer?.text).toBe('2 notifications were held, 1 stream is still live.');
  });

  it('is sent late after days without a process, stays within Discord’s limits, and uses the server’s language', async () => {
    await updateServer(asAnn(), home, { locale: 'ar-SA' });
    await hold(
      ...Array.from({ length: 200 }, (_, place) => held({ name: `streamer ${place}`, title: 'x'.repeat(300) })),
    );
    world.clock.move(days(3) - hours(12));
    await sendDigests(ctx());
    const [digest, ...more] = await posted();
    expect(more).toEqual([]);
    const [embed] = digest?.payload?.embeds ?? [];
    expect(embed?.description?.length).toBeLessThanOrEqual(4096);
    expect(embed?.description?.split('\n').at(-1)).toMatch(/^و\d+ /);
    expect(embed?.title).toBe('ما حدث خلال ساعات الهدوء');
  });

  it('is sent at once when quiet hours are switched off, and a repeated event adds nothing', async () => {
    const one = held();
    await hold(one);
    await hold(one);
    await updateServer(asAnn(), home, { quietHours: { enabled: false } });
    await sendDigests(ctx());
    const [digest, ...more] = await posted();
    expect([digest?.payload?.embeds?.[0]?.footer?.text, more]).toEqual(['1 notification was held.', []]);
    await hold(one);
    await sendDigests(ctx());
    expect(await posted()).toHaveLength(1);
  });
});

describe('a digest that Discord refuses', () => {
  /** According to our data the bot may post there, so the error log stays empty. */
  const state = { id: home, channels: new Map(), roles: new Map(), botRoleIds: [] } as unknown as ServerState;
  const sendAll = async () => {
    while ((await sendDue(ctx())) > 0);
    await overrides.deliveries.delivered(ctx(), await listJournal(world.db, { serverId: home, limit: 50 }));
  };
  const lookAgain = async () => {
    await resumeDigestsIn(ctx(), state);
    await sendDigests(ctx());
    await sendAll();
  };
  const night = held({ name: 'Nightly' });
  const standing = async () => (await digestsOf(ctx(), [night.dedupeKey])).get(night.dedupeKey);

  beforeEach(async () => {
    refuses = true;
    await hold(night);
    world.clock.set(new Date('2026-05-02T08:00:00Z'));
    await sendDigests(ctx());
    await sendAll();
  });

  it('is kept, and the error log shows the reason', async () => {
    expect([calls.length, await standing()]).toMatchObject([1, { isTold: false, isStopped: true }]);
    const { rows } = await world.db.execute('select reason, action from error_logs');
    expect(rows).toEqual([
      { reason: 'missingPermission', action: { kind: 'grantPermissions', path: null, targetId: room } },
    ]);
  });

  it('is retried less and less often, and counts as sent once posted', async () => {
    const asked = async (after: number) => {
      world.clock.move(after);
      await lookAgain();
      return calls.length;
    };
    // The digest is retried at once, after five minutes, and after twenty.
    expect([await asked(minutes(1)), await asked(minutes(4)), await asked(minutes(1))]).toEqual([2, 2, 3]);
    expect([await asked(minutes(19)), await asked(minutes(1)), await asked(minutes(79))]).toEqual([3, 4, 4]);
    refuses = false;
    expect(await asked(minutes(1))).toBe(5);
    expect(await standing()).toMatchObject({ isTold: true, isStopped: false });
    expect([await asked(days(1)), await asked(days(1))]).toEqual([5, 5]);
  });

  it('includes the next night’s events, so the channel gets one message', async () => {
    world.clock.set(new Date('2026-05-02T23:00:00Z'));
    await lookAgain();
    // Nothing is posted during the night, not even late messages.
    expect(calls).toHaveLength(1);
    await hold(held({ name: 'Later', happenedAt: new Date('2026-05-02T22:30:00Z') }));
    refuses = false;
    world.clock.set(new Date('2026-05-03T08:00:00Z'));
    await sendDigests(ctx());
    await sendAll();
    await lookAgain();
    expect(calls.slice(1).map(({ words }) => [words.includes('Nightly'), words.includes('Later')])).toEqual([
      [true, true],
    ]);
  });

  it('is not sent again if it may have been posted', async () => {
    await world.db.execute(`update deliveries set state = 'unconfirmed', reason = 'replyLost', in_doubt_since = now()`);
    refuses = false;
    world.clock.move(hours(7));
    await lookAgain();
    expect([calls.length, (await standing())?.isTold]).toEqual([1, false]);
  });

  it('is outdated after a week', async () => {
    world.clock.move(days(7) + minutes(1));
    refuses = false;
    await sendDigests(ctx());
    await sendAll();
    expect([calls.length, await standing()]).toEqual([1, undefined]);
  });
});
