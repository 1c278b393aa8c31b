import { defineFeature, minutes, seconds } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { branding } from '../branding/index.ts';
import { connections } from '../connections/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { servers } from '../servers/index.ts';
import { unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { votes } from '../votes/index.ts';
import { ann, chat, discord, home, talk } from './__fixtures__/chat.ts';
import { hallOf, posts, sheetPosts } from './__fixtures__/hall.ts';
import { giveaways } from './index.ts';
import { readProof } from './service/draw/proof.ts';
import { closeGiveaway } from './service/life/close.ts';
import { catchUp } from './service/life/due.ts';
import { resendGiveaway } from './service/life/life.ts';

const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, unlimited]]) });
const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 9 } as const;
let world: TestWorld;
beforeAll(async () => {
  const features = [account, servers, branding, connections, errorLogs, premium, votes, giveaways];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  Object.assign(chat, {
    posts: new Map(),
    edits: 0,
    left: new Set(),
    lucky: new Set(),
    isAway: false,
    isMuted: false,
    letters: [],
    pace: () => {},
  });
  await world.reset();
  world.clock.move(minutes(1));
  await serverAppeared(world.ctx(), { id: home, ...seen });
});

const { work, workOnce, drawNow, row, create, ended, enterMany, stepsOf, verdictOf } = hallOf(() => world);

describe('the hash of a list', () => {
  it('is a separate message, which Discord dates before the round, and the proof links to it', async () => {
    const id = await create();
    await enterMany(id, 4);
    await ended(id);
    await work();
    const [post] = sheetPosts();
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(post).toMatchObject({ repliesTo: [...chat.posts.keys()][0], pings: [] });
    expect(post?.content).toContain(`are closed: 4 people, 4 entries.\nSHA-256 \`${draws[0]?.sheetHash}\``);
    expect(draws[0]?.post).toEqual({
      messageId: post?.id,
      url: `https://discord.com/channels/${home}/${talk}/${post?.id}`,
    });
    expect((await row(id)).state).toBe('drawing');
    await drawNow(id);
    expect(sheetPosts()).toEqual([post]);
    expect(await stepsOf(id)).toMatchObject({ round: 'right', posted: 'right' });
  });

  it('counts by Discord’s date, even if its reply arrives after the round', async () => {
    const id = await create();
    await enterMany(id, 4);
    await ended(id);
    await sendDue(world.ctx());
    world.clock.move(minutes(5));
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]?.abandoned).toEqual([]);
    expect(await verdictOf(id)).toBe('right');
  });

  it('delays no draw if Discord refuses it, and the proof shows that it was not posted', async () => {
    const id = await create();
    await enterMany(id, 4);
    await ended(id);
    chat.isMuted = true;
    await work();
    chat.isMuted = false;
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]).toMatchObject({ post: null, abandoned: [] });
    expect(await stepsOf(id)).toMatchObject({ round: 'right', posted: 'unproven', order: 'right' });
  });

  it('is shown by no post where no beacon decides', async () => {
    const id = await create({ mode: 'drop' });
    await enterMany(id, 3);
    await drawNow(id);
    expect(sheetPosts()).toEqual([]);
    expect(await stepsOf(id)).toMatchObject({ beacon: 'unproven', order: 'right', winners: 'right' });
  });
});

describe('the beacon', () => {
  it('decides on another sheet when Discord showed the first too late', async () => {
    const id = await create();
    await enterMany(id, 4);
    chat.pace = () => {
      chat.pace = () => {};
      world.clock.move(seconds(20));
    };
    await closeGiveaway(world.ctx(), id, { byId: ann });
    await work();
    expect((await row(id)).state).toBe('drawing');
    // The second sheet waits twice as long as the first.
    world.clock.move(seconds(10));
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]?.abandoned).toHaveLength(1);
    expect(sheetPosts().map(({ id: messageId }) => messageId)).toEqual([
      draws[0]?.abandoned[0]?.post?.messageId,
      draws[0]?.post?.messageId,
    ]);
    expect(await stepsOf(id)).toMatchObject({ round: 'unproven', posted: 'right', order: 'right', winners: 'right' });
  });

  it('decides on sheets that were in time even where forty giveaways of one channel end at once', async () => {
    const ids: string[] = [];
    for (let place = 0; place < 40; place += 1) ids.push(await create({ name: `Lamp ${place}`, winnerCount: 1 }));
    for (const id of ids) await enterMany(id, 2);
    await work();
    // Discord allows five messages in five seconds per channel.
    chat.pace = () => world.clock.move(seconds(1));
    for (const id of ids) await ended(id);
    const drawing = async () => {
      const states = await Promise.all(ids.map(async (id) => (await row(id)).state));
      return states.filter((state) => state === 'drawing').length;
    };
    const closedAt = world.clock.now().getTime();
    const isInTime = () => world.clock.now().getTime() - closedAt < minutes(10);
    do {
      while ((await workOnce()) > 0) world.clock.move(1);
      world.clock.move(seconds(1));
      await catchUp(world.ctx());
    } while (isInTime() && (await drawing()) > 0);
    expect(await drawing()).toBe(0);
    await work();
    expect(posts().filter(({ content }) => content.startsWith('Congratulations'))).toHaveLength(40);
    const triesOf = async (id: string) => (await readProof(world.ctx(), await row(id))).draws[0]?.abandoned.length ?? 0;
    const tries = await Promise.all(ids.map(async (id) => ({ id, count: await triesOf(id) })));
    const [most] = tries.toSorted((a, b) => b.count - a.count);
    expect(most?.count).toBeGreaterThan(1);
    // The lists were published too late, so the bot's operator could have known their results.
    expect(await verdictOf(most?.id ?? '')).toBe('unproven');
  });

  it('is skipped after ten minutes, which the proof shows', async () => {
    const id = await create();
    await enterMany(id, 4);
    const silent = { ...world.ctx().beacon, read: async () => null };
    const without = () => ({ ...world.ctx(), beacon: silent });
    await closeGiveaway(world.ctx(), id, { byId: ann });
    await sendDue(world.ctx());
    for (const { name, data } of world.queued.splice(0)) {
      const job = [...deliveryJobs, ...(giveaways.jobs ?? [])].find((each) => each.name === name);
      if (name !== 'giveaways/draw') await job?.run(world.ctx(), data as never, {} as never);
    }
    for (const pause of [minutes(5), minutes(6)]) {
      world.clock.move(pause);
      await catchUp(without());
    }
    world.queued.length = 0;
    await drawNow(id);
    const { draws } = await readProof(world.ctx(), await row(id));
    expect(draws[0]).toMatchObject({ round: null, signature: null });
    expect(await stepsOf(id)).toMatchObject({ round: 'unproven', beacon: 'unproven', order: 'right' });
  });

  it('does not wait for a message that is lost: the sheet is in the proof', async () => {
    const id = await create();
    await enterMany(id, 4);
    chat.posts.clear();
    await drawNow(await ended(id));
    expect((await row(id)).isMessageLost).toBe(true);
    expect(posts().map(({ content }) => content)).toEqual([expect.stringMatching(/^Congratulations/)]);
    await resendGiveaway(world.ctx(), id, { byId: ann });
    await work();
    expect(posts()).toHaveLength(2);
    expect(await verdictOf(id)).toBe('right');
  });
});
