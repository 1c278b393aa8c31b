import { randomUUID } from 'node:crypto';
import { ChannelId, MessageId, RoleId, ServerId, UserId } from '@tally/contract';
import { AppError, days, defineFeature, type GiftedSubs, minutes, seconds, UpstreamError } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { handlePush } from '@tally/pipeline/detection';
import { listHolders, roleJobs } from '@tally/pipeline/roles';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { branding } from '../branding/index.ts';
import { linkedAccounts } from '../connections/tables.ts';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { changeStreamer, streamers } from '../streamers/index.ts';
import { removeStreamer } from '../streamers/service/change-streamer.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { leaderboards } from './index.ts';
import { postPanel } from './service/panel.ts';
import { exportUser, readLeaderboards } from './service/read.ts';
import { refreshBoard } from './service/refresh.ts';
import { callForgotten, fitPlan } from './service/repair.ts';
import { findBoard } from './store/boards.ts';

const [ann, botId] = ['111111111111111111', UserId.parse('900000000000000001')] as const;
const home = ServerId.parse('800000000000000001');
const room = ChannelId.parse('910000000000000001');
const roleAt = (number: number) => RoleId.parse(String(300_000_000_000_000_000n + BigInt(number)));
const [gold, silver, high] = [roleAt(1), roleAt(2), roleAt(3)];
const fan = (number: number) => UserId.parse(String(200_000_000_000_000_000n + BigInt(number)));

/** A simulated server with a few roles and one channel. */
const chat = {
  standing: new Map<string, string>(),
  calls: [] as string[],
  roles: new Map<string, Set<RoleId>>(),
  next: 1n,
  refusal: null as UpstreamError | null,
};
const failure = (kind: UpstreamError['kind'], upstreamCode?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode });
const gone = () => failure('gone', 10_008);
const rolesOf = (userId: string) => {
  const found = chat.roles.get(userId);
  if (!found) throw failure('gone', 10_007);
  return found;
};
const textOf = (payload: { embeds?: { fields?: { value: string }[] }[] }) =>
  payload.embeds?.[0]?.fields?.[0]?.value ?? '';
const facts = { isManaged: false, isMentionable: false, color: 0, permissions: 0n };
const discord = {
  bot: { me: async () => ({ id: '9', username: 'tally', displayName: null, avatar: null }) },
  messages: {
    async create({ payload }: { payload: object }) {
      if (chat.refusal) throw chat.refusal;
      const id = MessageId.parse(String(1_000_000_000_000_000_000n + chat.next++));
      chat.calls.push('post');
      chat.standing.set(id, textOf(payload));
      return { id };
    },
    async edit({ messageId, payload }: { messageId: string; payload: object }) {
      if (!chat.standing.has(messageId)) throw gone();
      chat.calls.push('edit');
      chat.standing.set(messageId, textOf(payload));
      return { id: messageId };
    },
    async delete({ messageId }: { messageId: string }) {
      if (!chat.standing.delete(messageId)) throw gone();
      chat.calls.push('delete');
    },
  },
  servers: {
    channel: async () => ({ kind: 'text', parentId: null }),
    channels: async () => [{ id: room, name: 'board', kind: 'text', parentId: null, position: 0, overwrites: [] }],
    get: async () => ({
      id: home,
      name: 'Home',
      ownerId: ann,
      emojis: [],
      roles: [
        {
          ...facts,
          id: home,
          name: '@everyone',
          position: 0,
          permissions: (1n << 28n) | (1n << 10n) | (1n << 11n) | (1n << 14n),
        },
        ...[gold, silver].map((id, at) => ({ ...facts, id, name: `place ${at + 1}`, position: at + 1 })),
        { ...facts, id: botId, name: 'the bot', position: 8 },
        { ...facts, id: high, name: 'boss', position: 9 },
      ],
    }),
  },
  members: {
    get: async ({ userId }: { userId: string }) => ({
      roleIds: userId === botId ? [botId] : userId === ann ? [] : [...rolesOf(userId)],
      timedOutUntil: null,
    }),
    async giveRole({ userId, roleId }: { userId: string; roleId: RoleId }) {
      if (roleId === high) throw failure('denied', 50_013);
      chat.calls.push(`give ${userId} ${roleId}`);
      rolesOf(userId).add(roleId);
    },
    async takeRole({ userId, roleId }: { userId: string; roleId: RoleId }) {
      chat.calls.push(`take ${userId} ${roleId}`);
      rolesOf(userId).delete(roleId);
    },
  },
}; // prettier-ignore

const bought = { plan: unlimited };
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, bought.plan]]) });
let world: TestWorld;
let ada: string;
beforeAll(async () => {
  const features = [servers, branding, errorLogs, messageEditor, premium, streamers, leaderboards];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  Object.assign(chat, { standing: new Map(), calls: [], roles: new Map(), refusal: null });
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

const address = { serverId: home, platform: 'kick', name: 'ada' } as const;
const pushed = { gift: null as GiftedSubs | null };
const platforms = fakePlatforms({
  kick: { intake: { readPush: async () => ({ kind: 'gift', gift: pushed.gift }) } },
});
const ctx = () => ({ ...world.ctx({ caller: person(ann) }), platforms });
let messages = 0;
const give = async (name: string | null, count = 1, more: Partial<GiftedSubs> = {}) => {
  messages += 1;
  const gifter = name === null ? null : { id: `id-${name}`, name, displayName: name };
  const at = {
    platform: 'kick',
    channelId: '42',
    messageId: `message ${messages}`,
    givenAt: world.clock.now(),
  } as const;
  pushed.gift = { ...at, gifter, count, giftees: [], until: null, ...more };
  await handlePush(ctx(), 'kick', {} as never);
};
const standings = async () => {
  const { standings: all } = await readLeaderboards(ctx(), home, 'ada');
  return Object.fromEntries(
    Object.entries(all).map(([type, list]) => [type, list.map(({ displayName, gifts }) => `${displayName} ${gifts}`)]),
  );
};
const change = async (body: object) => await changeStreamer(ctx(), address, { body });
const refusalOf = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const done = () => chat.calls.splice(0);
const troubles = async () => (await listTrouble(ctx(), home)).map(({ reason }) => reason);

describe('gifts', () => {
  it('count once for any number of pushes, even concurrent ones', async () => {
    await give('bob', 5, { messageId: 'same' });
    await give('bob', 5, { messageId: 'same' });
    await Promise.all([1, 2, 3].map(() => give('cleo', 2)));
    await give(null, 50);
    const all = ['cleo 6', 'bob 5'];
    expect(await standings()).toEqual({ weekly: all, monthly: all, overall: all });
  });

  it('belong to the week and the month in which they were given, in UTC', async () => {
    world.clock.set(new Date('2026-11-29T23:59:00Z'));
    await give('bob', 3);
    world.clock.set(new Date('2026-11-30T00:01:00Z'));
    await give('cleo', 1);
    expect(await standings()).toEqual({
      weekly: ['cleo 1'],
      monthly: ['bob 3', 'cleo 1'],
      overall: ['bob 3', 'cleo 1'],
    });
    world.clock.set(new Date('2026-12-01T00:00:00Z'));
    expect(await standings()).toEqual({ weekly: ['cleo 1'], monthly: [], overall: ['bob 3', 'cleo 1'] });
    await give('dan', 1, { givenAt: new Date('2026-11-30T12:00:00Z') });
    expect(await standings()).toMatchObject({ weekly: ['cleo 1', 'dan 1'], monthly: [] });
  }); // prettier-ignore

  it('in a tie, the earlier gifter wins; names are those of the last gift', async () => {
    await give('late', 1);
    world.clock.move(seconds(1));
    await give('early', 2);
    world.clock.move(seconds(1));
    await give('renamed', 1, { gifter: { id: 'id-late', name: 'new', displayName: 'New\0Name' } });
    expect((await standings())['weekly']).toEqual(['early 2', 'NewName 2']);
  });

  it('of an unfollowed channel are not counted', async () => {
    await give('bob', 1, { channelId: '43' });
    expect((await standings())['overall']).toEqual([]);
  });
});

describe('the automatic message', () => {
  /** Sends due messages while `postPanel` waits for the outcome. */
  const panel = async (more: object = {}) => {
    const work = { isOver: false };
    const posting = postPanel(ctx(), home, { streamerUserName: 'ada', leaderBoardChannelId: room, ...more }).finally(
      () => {
        work.isOver = true;
      },
    );
    posting.catch(() => {});
    while (!work.isOver) await send();
    return await posting;
  }; // prettier-ignore
  const send = async () => {
    while ((await sendDue(ctx())) > 0) await settleAll();
    await settleAll();
  };
  /** Runs the jobs that report the outcomes of messages. */
  const settleAll = async () => {
    for (const { name, data } of world.queued.splice(0)) {
      const job = deliveryJobs.find((each) => each.name === name);
      if (job) await job.run(ctx(), data as never, {} as never);
    }
  };
  const refresh = async () => {
    const again = await refreshBoard(ctx(), ada);
    await send();
    return again;
  };

  it('is edited at most once a minute, to the newest state, and only if it changed', async () => {
    expect(await panel()).toContain('stays up to date');
    expect([done(), [...chat.standing.values()]]).toEqual([['post'], ['No gifted subs yet.']]);
    await give('bob', 1);
    await give('bob', 1);
    expect(await refresh()).toEqual(new Date((await findBoard(world.db, ada))?.dueAt ?? 0));
    expect(done()).toEqual([]);
    world.clock.move(minutes(1));
    await refresh();
    expect([done(), [...chat.standing.values()]]).toEqual([['edit'], ['1. **bob** · 2 subs']]);
    world.clock.move(days(1));
    await callForgotten(ctx());
    await refresh();
    expect(done()).toEqual([]);
    world.clock.move(days(7));
    await callForgotten(ctx());
    await refresh();
    expect([done(), [...chat.standing.values()]]).toEqual([['edit'], ['No gifted subs yet.']]);
    // The journal keeps the data that an edit needs, however old the message is.
    world.clock.move(days(700));
    const forgetOld = deliveryJobs.find(({ name }) => name === 'delivery/forget-old');
    await forgetOld?.run(ctx(), {} as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    await give('bob', 1);
    await refresh();
    expect([done(), [...chat.standing.values()]]).toEqual([['edit'], ['1. **bob** · 1 sub']]);
  });

  it('is replaced by a new one after a moderator deleted it', async () => {
    await panel();
    chat.standing.clear();
    await give('bob', 1);
    world.clock.move(minutes(1));
    await refresh();
    world.clock.move(minutes(1));
    await refresh();
    expect([...chat.standing.values()]).toEqual(['1. **bob** · 1 sub']);
    done();
    world.clock.move(seconds(5));
    await panel({ leaderBoardTypes: ['overall'] });
    await send();
    expect([done().sort(), chat.standing.size]).toEqual([['delete', 'post'], 1]);
    await removeStreamer(ctx(), address);
    await send();
    expect(chat.standing.size).toBe(0);
  });

  it('rests with one line in the error log where it cannot be posted, until its owner changes something', async () => {
    chat.refusal = failure('denied', 50_013);
    await expect(panel()).rejects.toMatchObject({ code: 'conflict' });
    expect(await findBoard(world.db, ada)).toMatchObject({ pausedBy: 'permissions', dueAt: null, standingKey: null });
    await give('bob', 1);
    world.clock.move(minutes(2));
    expect([await refresh(), await troubles()]).toEqual([null, ['missingPermission']]);
    chat.refusal = null;
    await change({ leaderBoardTypes: ['weekly'] });
    await refresh();
    expect(chat.standing.size).toBe(1);
  });

  it('is paused while the plan excludes it, and then continues', async () => {
    await panel();
    bought.plan = free;
    expect(await refusalOf(panel())).toBe('premiumRequired');
    await fitPlan(ctx(), home);
    await refresh();
    expect([await troubles(), (await findBoard(world.db, ada))?.pausedBy]).toEqual([['planLimit'], 'planLimit']);
    bought.plan = unlimited;
    await fitPlan(ctx(), home);
    expect((await findBoard(world.db, ada))?.pausedBy).toBeNull();
  });

  it('for an unknown channel or streamer is refused', async () => {
    const elsewhere = ChannelId.parse('910000000000000009');
    const ask = (more: object) => refusalOf(postPanel(ctx(), home, { streamerUserName: 'ada', ...more }));
    expect(await ask({})).toBe('noChannelChosen');
    expect(await ask({ leaderBoardChannelId: elsewhere })).toBe('invalidFields');
    expect(await ask({ streamerUserName: 'nobody', leaderBoardChannelId: room })).toBe('streamerNotFound');
  });
});

describe('roles for places', () => {
  const places = (...roleIds: RoleId[]) => ({
    leaderBoardSyncRoles: [{ type: 'weekly', roles: roleIds.map((roleId, at) => ({ roleId, position: at + 1 })) }],
  });
  const link = async (number: number, name: string) => {
    chat.roles.set(fan(number), new Set());
    const now = world.clock.now();
    const account = { userId: fan(number), platform: 'kick', accountId: `id-${name}`, username: name } as const;
    await world.db
      .insert(linkedAccounts)
      .values({ ...account, displayName: name, way: 'login', checkedAt: now, linkedAt: now });
  };
  /** Compares all roles, as happens every ten minutes, and carries out the changes. */
  const settled = async () => {
    for (const word of ['compare', 'carry-out'])
      await roleJobs.find(({ name }) => name === `roles/${word}`)?.run(ctx(), { serverId: home } as never, {} as never);
    return done();
  };
  const holders = () => listHolders(world.db, { kinds: ['leaderboards/place'], serverId: home });

  it('follow the places, are never given twice, and are removed again', async () => {
    await link(1, 'bob');
    await link(2, 'cleo');
    await change(places(gold, silver));
    await give('stranger', 9);
    await give('bob', 2);
    expect(await settled()).toEqual([`give ${fan(1)} ${silver}`]);
    expect(await settled()).toEqual([]);
    await give('cleo', 20);
    expect((await settled()).sort()).toEqual([`give ${fan(2)} ${gold}`, `take ${fan(1)} ${silver}`]);
    world.clock.move(days(7));
    expect(await settled()).toEqual([`take ${fan(2)} ${gold}`]);
    expect(await holders()).toEqual([]);
    expect(await exportUser(ctx(), fan(1))).toMatchObject({ giftedSubs: [{ gifts: 2 }, { gifts: 2 }, { gifts: 2 }] });
  });

  it('given by hand are never taken; a member who left gets none until they return', async () => {
    await link(1, 'bob');
    rolesOf(fan(1)).add(gold);
    await change(places(gold));
    await give('bob', 1);
    expect(await settled()).toEqual([]);
    await change(places());
    expect([await settled(), rolesOf(fan(1)).has(gold)]).toEqual([[], true]);
    await change(places(silver));
    await settled();
    expect(await holders()).toMatchObject([{ userId: fan(1), roleId: silver }]);
    chat.roles.clear();
    expect([await settled(), await holders()]).toEqual([[], []]);
    chat.roles.set(fan(1), new Set());
    expect(await settled()).toEqual([`give ${fan(1)} ${silver}`]);
  });

  it('above the bot are one line of the error log, however often they are due', async () => {
    expect(await refusalOf(change(places(high)))).toBe('invalidFields');
    await link(1, 'bob');
    await world.db.execute(
      `update streamers set settings = '${JSON.stringify(places(high))}'::jsonb where id = '${ada}'` as never,
    );
    await change({ editOnChange: false });
    await give('bob', 1);
    expect([await settled(), await settled(), await troubles()]).toEqual([[], [], ['roleTooHigh']]);
  });

  it('are part of the plan', async () => {
    bought.plan = free;
    expect(await refusalOf(change(places(gold)))).toBe('premiumRequired');
    bought.plan = unlimited;
    await link(1, 'bob');
    await change(places(gold));
    await give('bob', 1);
    await settled();
    bought.plan = free;
    expect(await settled()).toEqual([`take ${fan(1)} ${gold}`]);
  });
});
