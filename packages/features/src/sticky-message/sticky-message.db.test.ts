import { ChannelId, MessageId, ServerId, type StickyBody } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { AppError, days, defineFeature, minutes, seconds, UpstreamError } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { branding } from '../branding/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { listRecord } from '../settings/service/record.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { stickyMessage } from './index.ts';
import { removeSticky, saveSticky } from './service/change.ts';
import { noticeMessage } from './service/notice.ts';
import { callForgotten, channelDeleted, wakePaused } from './service/repair.ts';
import { repost } from './service/repost.ts';
import { settleStickies } from './service/settle.ts';
import { listStickies } from './store/stickies.ts';

const ann = '111111111111111111';
const home = ServerId.parse('900000000000000001');
const rooms = Array.from({ length: 8 }, (_, place) =>
  ChannelId.parse(String(910_000_000_000_000_000n + BigInt(place))),
);
const [room, second] = rooms as [ChannelId, ChannelId];
const forum = ChannelId.parse('920000000000000001');

/** The channels of a simulated chat server, as a sender sees them. */
const chat = {
  standing: new Map<string, { channel: string; content: string }>(),
  calls: [] as string[],
  next: 1n,
  refusal: null as UpstreamError | null,
};
const nextId = () => MessageId.parse(String(1_000_000_000_000_000_000n + chat.next++));
const discord = {
  messages: {
    async create({ channelId, payload }: { channelId: string; payload: { content?: string } }) {
      if (chat.refusal) throw chat.refusal;
      const id = nextId();
      chat.calls.push(`post ${id}`);
      chat.standing.set(id, { channel: channelId, content: payload.content ?? '' });
      return { id };
    },
    async delete({ messageId }: { messageId: string }) {
      chat.calls.push(`delete ${messageId}`);
      chat.standing.delete(messageId);
    },
  },
  servers: {
    channel: async () => ({ kind: 'text', parentId: null }),
    channels: async () => [
      ...rooms.map((id, place) => ({
        id,
        name: `room-${place}`,
        kind: 'text',
        parentId: null,
        position: 0,
        overwrites: [],
      })),
      { id: forum, name: 'forum', kind: 'forum', parentId: null, position: 0, overwrites: [] },
    ],
    get: async () => ({ id: home, ownerId: ann, roles: [], emojis: [] }),
  },
  members: { get: async () => ({ roleIds: [], timedOutUntil: null }) },
};

/** Replaces the server's plan, so a test can let the plan lapse. */
const bought = { plan: unlimited };
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, bought.plan]]) });

let world: TestWorld;
beforeAll(async () => {
  const features = [servers, branding, errorLogs, messageEditor, premium, stickyMessage];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  Object.assign(chat, { standing: new Map(), calls: [], refusal: null });
  bought.plan = unlimited;
  await world.reset();
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 1204 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
});

const asAnn = () => world.ctx({ caller: person(ann) });
const save = async (body: Partial<StickyBody> = {}) =>
  await saveSticky(asAnn(), home, { body: { channelId: room, content: 'Be kind', delaySeconds: 5, ...body } });
const write = async (channelId = room, isMachine = false) => {
  const messageId = nextId();
  await noticeMessage(world.ctx(), { channelId, messageId, isMachine });
  return messageId;
};
const shown = (channel: string = room) =>
  [...chat.standing.values()].filter((each) => each.channel === channel).map((each) => each.content);
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );

/** Runs queued jobs and sends due messages until nothing new follows. */
async function work(): Promise<void> {
  const jobs = [...deliveryJobs, ...(stickyMessage.jobs ?? [])];
  for (let round = 0; round < 6; round += 1) {
    const queued = new Map(world.queued.splice(0).map((each) => [JSON.stringify(each), each]));
    for (const { name, data } of queued.values()) {
      const job = jobs.find((each) => each.name === name);
      await job?.run(world.ctx(), data as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    }
    const sent = await sendDue(world.ctx());
    if (sent === 0 && !world.queued.some((each) => each.name.startsWith('delivery/'))) return;
  }
}

describe('a sticky message', () => {
  it('is posted at once, and again below new messages before the old one is removed', async () => {
    await save({ content: 'Welcome to {server}, all {member_count}' });
    await work();
    expect(shown()).toEqual(['Welcome to Home, all 1,204']);
    const [first] = [...chat.standing.keys()];
    world.clock.move(minutes(1));
    await write();
    await work();
    expect(chat.calls).toHaveLength(1);
    world.clock.move(seconds(5));
    await work();
    expect(shown()).toHaveLength(1);
    const [last] = [...chat.standing.keys()];
    expect(chat.calls).toEqual([`post ${first}`, `post ${last}`, `delete ${first}`]);
    expect((await getServer(asAnn(), home)).stickyMessages).toMatchObject([{ channelId: room, messageId: last }]);
  });

  it('stays in place while it is off, and is posted again as soon as it is on', async () => {
    await save();
    await work();
    // Sends only the changed fields, like the page does.
    await saveSticky(asAnn(), home, { body: { channelId: room, enabled: false } });
    world.clock.move(minutes(1));
    await write();
    world.clock.move(minutes(1));
    await callForgotten(world.ctx());
    await work();
    expect(chat.calls).toHaveLength(1);
    expect((await getServer(asAnn(), home)).stickyMessages).toMatchObject([{ enabled: false, content: 'Be kind' }]);
    await save({ content: 'Be kinder' });
    await work();
    expect(shown()).toEqual(['Be kind']);
    await save({ content: 'Be kinder', enabled: true });
    await work();
    expect(shown()).toEqual(['Be kinder']);
  });

  it('that is added while off is not posted', async () => {
    await save({ enabled: false });
    await work();
    expect(chat.calls).toEqual([]);
  });

  it('a sticky that is years old is still removed when the next one is posted', async () => {
    await save();
    await work();
    const [first] = [...chat.standing.keys()];
    world.clock.move(days(700));
    const job = deliveryJobs.find(({ name }) => name === 'delivery/forget-old');
    await job?.run(world.ctx(), {} as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    await write();
    world.clock.move(seconds(5));
    await work();
    expect([shown().length, chat.calls.at(-1)]).toEqual([1, `delete ${first}`]);
  });

  it('waits until people have paused, but not for ever', async () => {
    await save({ delaySeconds: 10 });
    await work();
    world.clock.move(minutes(1));
    for (let round = 0; round < 4; round += 1) {
      await write();
      world.clock.move(seconds(9));
      await work();
    }
    expect(chat.calls).toHaveLength(1);
    await write();
    world.clock.move(seconds(4));
    await work();
    expect(chat.calls).toHaveLength(3);
  });

  it('ignores bots, itself and webhooks', async () => {
    await save();
    await work();
    world.clock.move(minutes(1));
    for (let count = 0; count < 20; count += 1) await write(room, true);
    world.clock.move(minutes(1));
    await work();
    expect(chat.calls).toHaveLength(1);
  });

  it('a thousand messages a second: one post per pause, in every channel, and repeated events count once', async () => {
    for (const channelId of rooms) await save({ channelId, mode: 'everyMessages', everyMessages: 50 });
    await work();
    expect(chat.standing.size).toBe(rooms.length);
    world.clock.move(minutes(1));
    const written: { channelId: ChannelId; messageId: MessageId }[] = [];
    const transactions = vi.spyOn(world.db, 'transaction');
    for (let second = 0; second < 2; second += 1) {
      const batch = Array.from({ length: 1000 }, (_, place) => ({
        channelId: rooms[place % rooms.length] as ChannelId,
        messageId: nextId(),
      }));
      written.push(...batch);
      await Promise.all(batch.map((each) => noticeMessage(world.ctx(), { ...each, isMachine: false })));
      world.clock.move(seconds(1));
    }
    // A flood is written in batches, so the number of transactions does not depend on the machine's speed.
    expect(transactions.mock.calls.length).toBeLessThanOrEqual(10);
    transactions.mockRestore();
    await Promise.all(written.slice(0, 500).map((each) => noticeMessage(world.ctx(), { ...each, isMachine: false })));
    const rows = await listStickies(world.db, home);
    expect(rows.reduce((sum, row) => sum + row.seenCount, 0)).toBe(2000);
    world.clock.move(seconds(10));
    await work();
    expect(chat.calls.filter((call) => call.startsWith('post'))).toHaveLength(2 * rooms.length);
    expect(chat.standing.size).toBe(rooms.length);
  });

  it('two workers at once post one', async () => {
    await save();
    await Promise.all(Array.from({ length: 8 }, () => repost(world.ctx(), room)));
    await work();
    expect(shown()).toEqual(['Be kind']);
    expect(chat.calls).toHaveLength(1);
  });

  it('a process that dies between posting and deleting leaves no second one', async () => {
    await save();
    await work();
    world.clock.move(minutes(1));
    await write();
    world.clock.move(seconds(6));
    await repost(world.ctx(), room);
    await sendDue(world.ctx());
    expect(shown()).toHaveLength(2);
    // The job with the outcome is lost.
    world.queued.length = 0;
    world.clock.move(minutes(3));
    await callForgotten(world.ctx());
    await work();
    expect(shown()).toEqual(['Be kind']);
  });

  it('a lost job is queued again', async () => {
    await save();
    world.queued.length = 0;
    world.clock.move(minutes(3));
    await callForgotten(world.ctx());
    await work();
    expect(shown()).toEqual(['Be kind']);
  });

  it.each(['unconfirmed', 'removed'] as const)(
    'is posted again for messages written before it was %s',
    async (state) => {
      await save();
      await repost(world.ctx(), room);
      await write();
      const [row] = await listStickies(world.ctx().db, home);
      const told = { dedupeKey: row?.pendingKey, subject: row?.id, serverId: home, channelId: room, state };
      world.clock.move(seconds(6));
      // A new message's job runs while the sticky is being sent.
      await repost(world.ctx(), room);
      world.queued.length = 0;
      await world.ctx().db.execute(sql`update deliveries set next_attempt_at = null, state = ${state}`);
      await settleStickies(world.ctx(), [told as never]);
      await work();
      expect(shown()).toEqual(['Be kind']);
    },
  );

  it('moves to another channel, changes its text, and is deleted when it is removed', async () => {
    await save();
    await work();
    await saveSticky(asAnn(), home, { body: { channelId: second, content: 'Moved' }, which: room });
    await work();
    expect([shown(), shown(second)]).toEqual([[], ['Moved']]);
    world.clock.move(minutes(1));
    await save({ channelId: second, content: 'Again' });
    await work();
    expect(shown(second)).toEqual(['Again']);
    await removeSticky(asAnn(), home, { channelId: second });
    await work();
    expect(chat.standing.size).toBe(0);
    expect(await refusal(removeSticky(asAnn(), home, { channelId: second }))).toEqual(['notFound']);
    const { list } = await listRecord(world.ctx(), home, {});
    expect(list.map(({ what, subject, action }) => [what, subject?.value, action])).toEqual([
      ['stickyMessages', second, 'removed'],
      ['stickyMessages', second, 'changed'],
      ['stickyMessages', second, 'changed'],
      ['stickyMessages', room, 'added'],
    ]);
  });

  it('removed while it is on its way, it does not stay', async () => {
    await save();
    await repost(world.ctx(), room);
    await removeSticky(asAnn(), home, { channelId: room });
    await work();
    expect(chat.standing.size).toBe(0);
  });

  it('rests where the bot may not write, and its owner reads why; a deleted channel likewise', async () => {
    await save();
    await save({ channelId: second });
    chat.refusal = new UpstreamError({
      world: 'discord',
      kind: 'denied',
      message: 'no',
      status: 403,
      upstreamCode: 50013,
    });
    await work();
    expect((await listStickies(world.db, home)).map((row) => row.pausedBy)).toEqual(['permissions', 'permissions']);
    await channelDeleted(world.ctx(), second);
    expect((await listStickies(world.db, home)).map((row) => row.pausedBy)).toEqual(['permissions', 'channelGone']);
    const troubles = await listTrouble(world.ctx(), home);
    expect(troubles.map((row) => row.reason).toSorted()).toEqual([
      'missingPermission',
      'missingPermission',
      'unknownChannel',
    ]);
    chat.refusal = null;
    await save();
    await work();
    expect(shown()).toEqual(['Be kind']);
  });

  it('is one of three on the free plan, without webhook or buttons; invalid ones are refused', async () => {
    bought.plan = free;
    for (const channelId of rooms.slice(0, 3)) await save({ channelId });
    expect(await refusal(save({ channelId: rooms[3] as ChannelId }))).toEqual(['planLimit']);
    await save({ content: 'Changed' });
    expect(await refusal(save({ webhook: { enabled: true, username: 'Rules' } }))).toEqual(['premiumRequired']);
    expect(await refusal(save({ buttons: [{ title: 'Rules', url: 'https://example.com' }] }))).toEqual([
      'premiumRequired',
    ]);
    bought.plan = unlimited;
    expect(await refusal(save({ channelId: forum }))).toEqual([
      'invalidFields',
      'channelId: this kind of channel cannot receive messages.',
    ]);
    expect(await refusal(save({ channelId: ChannelId.parse('999999999999999999') }))).toMatchObject([
      'invalidFields',
      /.+/,
    ]);
    expect((await refusal(save({ content: '{titel}' })))?.[0]).toBe('invalidFields');
    expect((await refusal(save({ content: '' })))?.[0]).toBe('invalidFields');
  });

  it('beyond a lapsed plan the newest are paused, and resume with the plan', async () => {
    for (const channelId of rooms.slice(0, 4)) {
      world.clock.move(seconds(1));
      await save({ channelId });
    }
    bought.plan = free;
    await work();
    expect((await listStickies(world.db, home)).map((row) => row.pausedBy)).toEqual([null, null, null, 'planLimit']);
    expect((await listTrouble(world.ctx(), home)).map((row) => row.reason)).toEqual(['planLimit']);
    await wakePaused(world.ctx());
    expect(chat.standing.size).toBe(3);
    bought.plan = unlimited;
    await wakePaused(world.ctx());
    await work();
    expect(chat.standing.size).toBe(4);
  });

  it('is part of the server’s settings: an unchanged one changes nothing, an omitted one is deleted', async () => {
    await save();
    await save({ channelId: second });
    await work();
    const { stickyMessages } = await getServer(asAnn(), home);
    expect(await updateServer(asAnn(), home, { stickyMessages })).toBe(false);
    await updateServer(asAnn(), home, {
      stickyMessages: stickyMessages.slice(0, 1),
      stickyMessageDelaySeconds: 60,
    });
    await work();
    expect([shown(), shown(second)]).toEqual([['Be kind'], []]);
    expect(await getServer(asAnn(), home)).toMatchObject({ stickyMessageDelaySeconds: 60 });
  });
});
