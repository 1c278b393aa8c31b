import { ChannelId, MessageId, ServerId, type StarboardBody, UserId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { AppError, defineFeature, minutes, seconds, UpstreamError } from '@tally/kernel';
import { deliveryJobs, sendDue } from '@tally/pipeline/delivery';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { branding } from '../branding/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { starboard } from './index.ts';
import { addStarboard, listStarboards, updateStarboard } from './service/change.ts';
import { messagesDeleted, trash } from './service/gone.ts';
import { look } from './service/look.ts';
import { exportAuthor, forgetAuthor } from './service/person.ts';

const ann = '111111111111111111';
const author = UserId.parse('222222222222222222');
const home = ServerId.parse('900000000000000001');
const talk = ChannelId.parse('910000000000000001');
const board = ChannelId.parse('910000000000000002');
const second = ChannelId.parse('910000000000000003');
const original = MessageId.parse('1000000000000000001');
const starred = { serverId: home, channelId: talk, messageId: original };

interface Posted {
  readonly channelId: string;
  content: string;
  description: string | undefined;
}

/** A simulated Discord chat: one original with its reactions, and our posts. */
const chat = {
  reactors: [] as { id: string; isBot: boolean }[],
  content: 'Look at this!',
  isGone: false,
  posts: new Map<string, Posted>(),
  calls: [] as string[],
  refusal: null as UpstreamError | null,
  next: 1n,
};
const nextId = () => MessageId.parse(String(2_000_000_000_000_000_000n + chat.next++));
const gone = new UpstreamError({ world: 'discord', kind: 'gone', message: 'no', status: 404, upstreamCode: 10008 });

function originalMessage(): Message {
  return {
    id: original,
    channelId: talk,
    nonce: null,
    webhookId: null,
    postedAt: world.clock.now(),
    editedAt: null,
    content: chat.content,
    embeds: [],
    author: { id: author, username: 'nova', displayName: 'Nova', avatar: null, isBot: false },
    attachments: [],
    stickers: [],
    reactions: chat.reactors.length > 0 ? [{ count: chat.reactors.length, emoji: { id: null, name: '⭐' } }] : [],
    repliesTo: null,
    isForward: false,
    isPoll: false,
    hasComponents: false,
    applicationId: null,
  } as unknown as Message;
}
type Payload = { content?: string; embeds?: { description?: string }[] };
const shownAs = (channelId: string, payload: Payload): Posted => ({
  channelId,
  content: payload.content ?? '',
  description: payload.embeds?.[0]?.description,
});
const discord = {
  messages: {
    async get() {
      chat.calls.push('get');
      if (chat.isGone) throw gone;
      return originalMessage();
    },
    reactors: async () => chat.reactors,
    async create({ channelId, payload }: { channelId: string; payload: Payload }) {
      if (chat.refusal) throw chat.refusal;
      const id = nextId();
      chat.calls.push('post');
      chat.posts.set(id, shownAs(channelId, payload));
      return { id };
    },
    async edit({ channelId, messageId, payload }: { channelId: string; messageId: string; payload: Payload }) {
      chat.calls.push('edit');
      if (chat.refusal) throw chat.refusal;
      if (!chat.posts.has(messageId)) throw gone;
      chat.posts.set(messageId, shownAs(channelId, payload));
    },
    async delete({ messageId }: { messageId: string }) {
      chat.calls.push('delete');
      if (!chat.posts.delete(messageId)) throw gone;
    },
  },
  servers: {
    channels: async () =>
      [talk, board, second].map((id) => ({ id, name: id, kind: 'text', parentId: null, position: 0, overwrites: [] })),
    channel: async (id: string) => ({ id, kind: 'text', parentId: null, isForAdults: false, overwrites: [] }),
    get: async () => ({ id: home, ownerId: ann, roles: [], emojis: [] }),
    emojis: async () => [],
  },
  members: { get: async () => ({ roleIds: [], timedOutUntil: null }) },
};

const bought = { plan: unlimited };
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, bought.plan]]) });
let world: TestWorld;
beforeAll(async () => {
  const features = [servers, branding, errorLogs, messageEditor, premium, starboard];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  Object.assign(chat, {
    reactors: [],
    content: 'Look at this!',
    isGone: false,
    posts: new Map(),
    calls: [],
    refusal: null,
  });
  bought.plan = unlimited;
  await world.reset();
  world.clock.move(minutes(1));
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 9 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
});

const asAnn = () => world.ctx({ caller: person(ann) });
const add = async (body: Partial<StarboardBody> = {}) =>
  await addStarboard(asAnn(), home, { channelId: board, ...body });
const star = (count: number, from = 0) => {
  for (let place = 0; place < count; place += 1) chat.reactors.push({ id: `${300_000 + from + place}`, isBot: false });
};
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const shown = () => [...chat.posts.values()].map((post) => post.content);

/** Runs queued jobs and sends due messages until there is nothing more to do. */
async function work(): Promise<void> {
  const jobs = [...deliveryJobs, ...(starboard.jobs ?? [])];
  for (let round = 0; round < 8; round += 1) {
    const queued = new Map(world.queued.splice(0).map((each) => [JSON.stringify(each), each]));
    for (const { name, data } of queued.values()) {
      const job = jobs.find((each) => each.name === name);
      await job?.run(world.ctx(), data as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    }
    if ((await sendDue(world.ctx())) === 0 && world.queued.length === 0) return;
  }
}
const lookNow = async () => {
  await look(world.ctx(), starred);
  await work();
};

describe('a starboard', () => {
  it('shows a message from its threshold on, once, and follows stars, edits and deletion', async () => {
    await add({ threshold: 3, deleteIfLost: true, removeThreshold: 2 });
    star(2);
    await lookNow();
    expect(shown()).toEqual([]);
    star(1, 2);
    await lookNow();
    expect(shown()).toEqual([`⭐ **3** · <#${talk}>`]);
    star(4, 3);
    chat.content = 'Look at that!';
    await lookNow();
    expect([...chat.posts.values()]).toMatchObject([
      { content: `⭐ **7** · <#${talk}>`, description: 'Look at that!' },
    ]);
    chat.reactors.splice(2);
    await lookNow();
    expect(shown()).toEqual([`⭐ **2** · <#${talk}>`]);
    chat.reactors.splice(1);
    await lookNow();
    expect(shown()).toEqual([]);
    star(2, 10);
    await lookNow();
    expect(shown()).toEqual([`⭐ **3** · <#${talk}>`]);
    await messagesDeleted(world.ctx(), [original]);
    await work();
    expect(shown()).toEqual([]);
  });

  it('ten concurrent stars and many concurrent workers make one post', async () => {
    await add();
    star(10);
    await Promise.all(Array.from({ length: 20 }, () => look(world.ctx(), starred)));
    await work();
    expect(shown()).toEqual([`⭐ **10** · <#${talk}>`]);
    expect(chat.calls.filter((call) => call === 'post')).toHaveLength(1);
    const { rows } = await world.db.execute<Record<'id' | 'key', string>>(
      'select id, delivery_key as key from starboard_messages',
    );
    const ids = rows.map(({ id }) => id);
    const keys = await starboard.deliveries.stillNeeds(world.ctx(), ids);
    expect([...(keys ?? [])], 'outlives the journal').toEqual(rows.map(({ key }) => key));
  });

  it('ten thousand reactions cost a handful of questions; repeated events change nothing', async () => {
    await add();
    const gateway = starboard.gateway?.find((listener) => listener.event === 'reactionAdded');
    const event = { ...starred, emoji: { id: null, name: '⭐' }, userId: author, authorId: author };
    for (let second = 0; second < 5; second += 1) {
      star(2000, second * 2000);
      await Promise.all(Array.from({ length: 2000 }, async () => await gateway?.run(world.ctx(), event as never)));
      world.clock.move(seconds(2));
      await work();
    }
    expect(chat.calls.filter((call) => call === 'get').length).toBeLessThanOrEqual(6);
    expect(shown()).toEqual([`⭐ **10000** · <#${talk}>`]);
    const edits = chat.calls.filter((call) => call === 'edit').length;
    await Promise.all(Array.from({ length: 500 }, async () => await gateway?.run(world.ctx(), event as never)));
    await work();
    expect(chat.calls.filter((call) => call === 'edit')).toHaveLength(edits);
  });

  it('an older answer does not overwrite a newer one', async () => {
    await add();
    star(5);
    const slow = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const ctx = {
      ...world.ctx(),
      discord: {
        ...discord,
        messages: {
          ...discord.messages,
          async get() {
            const answer = originalMessage();
            asked.resolve();
            await slow.promise;
            return answer;
          },
        },
      },
    } as unknown as ReturnType<typeof world.ctx>;
    const late = look(ctx, starred);
    await asked.promise;
    star(1, 5);
    await lookNow();
    slow.resolve();
    await late;
    await work();
    expect(shown()).toEqual([`⭐ **6** · <#${talk}>`]);
  });

  it('counts neither bots nor, unless it is allowed, the author', async () => {
    await add({ threshold: 3 });
    star(2);
    chat.reactors.push({ id: author, isBot: false }, { id: '400001', isBot: true });
    await lookNow();
    expect(shown()).toEqual([]);
    await updateStarboard(asAnn(), home, { which: board, patch: { allowSelfStar: true } });
    await lookNow();
    expect(shown()).toEqual([`⭐ **3** · <#${talk}>`]);
  });

  it('never restores a post that was trashed or deleted by a moderator', async () => {
    await add();
    await add({ channelId: second });
    star(5);
    await lookNow();
    expect(shown()).toHaveLength(2);
    const [first] = [...chat.posts.keys()] as [string];
    chat.posts.delete(first);
    await messagesDeleted(world.ctx(), [MessageId.parse(first)]);
    star(1, 5);
    await lookNow();
    expect(shown()).toHaveLength(1);
    expect(await trash(world.ctx(), home, original)).toBe('trashed');
    star(5, 6);
    await lookNow();
    expect(shown()).toEqual([]);
    expect(await trash(world.ctx(), home, original)).toBe('already');
    expect(await trash(world.ctx(), home, MessageId.parse('5'.repeat(18)))).toBe('unknown');
  });

  it('recovers from a worker that dies after posting, and posts nothing twice', async () => {
    await add();
    star(3);
    await look(world.ctx(), starred);
    await sendDue(world.ctx());
    const told = world.queued.splice(0);
    star(1, 3);
    await look(world.ctx(), starred);
    await sendDue(world.ctx());
    world.queued.push(...told);
    await work();
    expect(shown()).toEqual([`⭐ **4** · <#${talk}>`]);
  });

  it('pauses if the bot may not write; saving it again resumes it', async () => {
    await add();
    star(3);
    chat.refusal = new UpstreamError({
      world: 'discord',
      kind: 'denied',
      message: 'no',
      status: 403,
      upstreamCode: 50013,
    });
    await lookNow();
    expect(await listStarboards(asAnn(), home)).toMatchObject([{ pausedBy: 'permissions', posts: 0 }]);
    chat.refusal = null;
    await updateStarboard(asAnn(), home, { which: board, patch: {} });
    await lookNow();
    expect(await listStarboards(asAnn(), home)).toMatchObject([{ pausedBy: null, posts: 1, stars: 3 }]);
  });

  it('reports a refused edit, and retries with the next change', async () => {
    await add({ deleteIfLost: true });
    star(3);
    await lookNow();
    const odd = {
      world: 'discord',
      kind: 'odd',
      message: 'Invalid Form Body',
      status: 400,
      upstreamCode: 50035,
    } as const;
    chat.refusal = new UpstreamError(odd);
    star(1, 3);
    await lookNow();
    expect(shown()).toEqual([`⭐ **3** · <#${talk}>`]);
    expect((await listTrouble(world.ctx(), home)).map((row) => row.reason)).toEqual(['messageRefused']);
    expect(await listStarboards(asAnn(), home)).toMatchObject([{ pausedBy: null, posts: 1 }]);
    chat.refusal = null;
    star(1, 4);
    await lookNow();
    expect(shown()).toEqual([`⭐ **5** · <#${talk}>`]);
    chat.refusal = new UpstreamError(odd);
    star(1, 5);
    await lookNow();
    chat.reactors.splice(1);
    await lookNow();
    expect(shown()).toEqual([]);
  });

  it('posts of originals that are deleted in bulk are deleted too, and stay deleted', async () => {
    await add();
    await add({ channelId: second });
    star(5);
    await lookNow();
    const bulk = starboard.gateway?.find((listener) => listener.event === 'messagesDeleted');
    const gone = async (channelId: ChannelId, ...ids: string[]) => {
      await bulk?.run(world.ctx(), { serverId: home, channelId, messageIds: [...ids, '999'] } as never);
      await work();
    };
    const [first] = [...chat.posts].find(([, { channelId }]) => channelId === board) ?? [];
    chat.posts.delete(first ?? '');
    await gone(board, first ?? '');
    star(1, 5);
    await lookNow();
    expect([...chat.posts.values()].map(({ channelId }) => channelId)).toEqual([second]);
    // The deleted message is known to be gone, so it is not edited.
    expect(chat.calls.filter((call) => call === 'edit')).toHaveLength(1);
    chat.isGone = true;
    await gone(talk, original);
    expect(shown()).toEqual([]);
  });

  it('is one on the free plan, with the star only; a lapsed plan pauses the others', async () => {
    await add({ emojiName: '🔥' });
    await add({ channelId: second });
    expect(await refusal(add())).toBe('alreadyExists');
    expect(await refusal(add({ channelId: talk, threshold: 2, removeThreshold: 3 }))).toBe('invalidFields');
    expect(await refusal(add({ channelId: talk, emojiName: 'words' }))).toBe('invalidFields');
    bought.plan = free;
    expect(await refusal(add({ channelId: talk }))).toBe('planLimit');
    const change = async (patch: Partial<StarboardBody>) =>
      await refusal(updateStarboard(asAnn(), home, { which: second, patch }));
    expect(await change({ openThreadOnStar: true })).toBe('premiumRequired');
    expect(await change({ requireImage: true })).toBe('premiumRequired');
    expect(await change({ rewardRole: '800000000000000001' as never })).toBe('premiumRequired');
    expect(await change({ threshold: 9 })).toBeNull();
    expect((await listStarboards(asAnn(), home)).map((each) => each.pausedBy)).toEqual(['planLimit', 'planLimit']);
  });

  it('deletes a person’s data: their messages are removed from boards', async () => {
    await add();
    star(3);
    await lookNow();
    expect(await exportAuthor(world.ctx(), author)).toMatchObject({ starredMessages: [{ stars: 3, serverId: home }] });
    await forgetAuthor(world.ctx(), author);
    await work();
    expect(shown()).toEqual([]);
    expect(await exportAuthor(world.ctx(), author)).toEqual({ starredMessages: [] });
  });
});
