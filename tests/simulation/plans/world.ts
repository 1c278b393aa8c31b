import { notifications } from '@tally/contract';
import { features } from '@tally/features/registry';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type AnyJob, type Channel, type Ctx, platformsOf } from '@tally/kernel';
import { sendDue } from '@tally/pipeline/delivery';
import { endDueGraces, handlePush, sweep } from '@tally/pipeline/detection';
import { kick } from '@tally/platforms/kick/index';
import { listJobs } from '@tally/server/boot/jobs';
import { demoUser, type TestApi, testApi } from '@tally/tests/api';
import { act } from '../../chaos/world/act.ts';
import { type Creator, openPlatform, snapshotOf } from './platform.ts';

/** A message that appeared in a channel, with the permissions at that time. */
export interface Appearance {
  readonly channelId: string;
  readonly text: string;
  readonly pinged: { readonly everyone: boolean; readonly roles: readonly string[]; readonly users: readonly string[] };
  readonly allowedRole: string | null;
  /** The server's chosen channel at that time, and the one chosen just before. */
  readonly chosen: readonly string[];
}

/** One server, one creator, and every service between them; waiting work runs only on request. */
export interface ModelWorld {
  readonly api: TestApi;
  /** Starts a sequence with a clean state. */
  begin(): Promise<Play>;
  close(): Promise<void>;
}

export interface Play {
  readonly api: TestApi;
  readonly creator: Creator;
  readonly guild: string;
  readonly foreignChannel: string;
  readonly appeared: Appearance[];
  /** `leaves` is true if a message may stay unchanged when its stream ends. */
  readonly chosen: { channelId: string; former: string; roleId: string | null; leaves: boolean };
  /** Delivers a push, possibly a second time. */
  push(hint: Creator['sent'][number]): Promise<void>;
  /** The platform pushes the current state. */
  tell(kind: 'state' | 'news'): Creator['sent'][number];
  poll(): Promise<void>;
  /** Runs waiting work: jobs, graces, messages. */
  settle(): Promise<void>;
  /** Kills a process while it sends its next message, before or after Discord stores it, and expires its lease. */
  die(about: { readonly hasArrived: boolean }): Promise<void>;
  /** Sends the owner's dashboard changes and returns the response status. */
  edit(body: object): Promise<number>;
  countOpenSessions(): Promise<number>;
}

interface Waiting {
  readonly job: AnyJob;
  readonly data: unknown;
  tries: number;
}

const MOST_TRIES = 3;
const MOST_ROUNDS = 40;
const LEASE_MS = 30_000;

export async function openModelWorld(): Promise<ModelWorld> {
  const waiting: Waiting[] = [];
  const put = (job: AnyJob, data: unknown): void => void waiting.push({ job, data, tries: 0 });
  const queue = {
    send: async (job: AnyJob, data: unknown) => {
      put(job, data);
      return 'job';
    },
    sendMany: async (job: AnyJob, list: readonly unknown[]) => list.forEach((data) => put(job, data)),
  } as unknown as Ctx['queue'];
  let play: Play | undefined;
  const platform = openPlatform((name) =>
    play && [play.creator.channel.id, play.creator.channel.name].includes(name) ? play.creator : undefined,
  );
  const definition = { ...kick, connect: () => platform.connection };
  const api = await testApi({
    env: { PLANS: 'unlimited' },
    doors: {
      queue,
      platforms: platformsOf([definition], (id) => (id === 'kick' ? platform.connection : undefined)),
    },
  });
  const { ctx, sim, clock } = api;
  const jobs = new Map(listJobs(features).map((job) => [job.name, job]));

  const runJobs = async (): Promise<void> => {
    for (const each of waiting.splice(0)) {
      const job = jobs.get(each.job.name);
      try {
        await job?.run(ctx, each.data, { jobId: 'job', attempt: each.tries + 1, signal: AbortSignal.timeout(30_000) });
      } catch (error) {
        each.tries += 1;
        if (each.tries >= MOST_TRIES) throw error;
        waiting.push(each);
      }
    }
  };

  sim.events.subscribe(({ type, data }) => {
    if (type !== 'MESSAGE_CREATE' || !play) return;
    const message = data as { channel_id: string; author: { id: string }; pinged: Appearance['pinged'] };
    if (message.author.id !== ctx.config.discord.clientId) return;
    const { chosen } = play;
    play.appeared.push({
      channelId: message.channel_id,
      text: JSON.stringify(data),
      pinged: message.pinged,
      // Every plan may ping a role, so a lapsed plan does not silence the ping.
      allowedRole: chosen.roleId,
      chosen: [chosen.channelId, chosen.former],
    });
  });

  let count = 0;
  return {
    api,
    async begin() {
      count += 1;
      waiting.length = 0;
      await api.reset();
      Object.assign(ctx.config, { PLANS: 'unlimited' });
      const guild = newServer(api, `Server ${count}`);
      const channelId = newChannel(api, guild);
      const foreignChannel = newChannel(api, newServer(api, `Neighbour ${count}`));
      const token = await api.logIn();
      const channel = newCreator(count);
      const creator: Creator = { channel, stream: null, mood: 'truthful', sent: [] };
      const address = { params: { guildId: guild, platform: 'kick', streamer: channel.name }, query: {} } as never;
      await ctx.db.execute(sql`insert into servers (id, name, member_count, joined_at)
        values (${guild}, ${`Server ${count}`}, 20, ${clock.now().toISOString()})`);
      const mine: Play = {
        api,
        creator,
        guild,
        foreignChannel,
        appeared: [],
        chosen: { channelId, former: channelId, roleId: null, leaves: false },
        async push(hint) {
          platform.next = hint;
          await handlePush(ctx, 'kick', { headers: {}, body: Buffer.from(''), query: {} });
        },
        tell(kind) {
          const hint = {
            platform: 'kick',
            messageId: `m${creator.sent.length}`,
            channelId: channel.id,
            occurredAt: clock.now(),
            snapshot: kind === 'state' ? snapshotOf(creator, 'push') : null,
          } as const;
          creator.sent.push(hint);
          return hint;
        },
        poll: () => sweep(ctx, definition),
        async settle() {
          for (let round = 0; round < MOST_ROUNDS; round += 1) {
            await runJobs();
            await endDueGraces(ctx);
            const sent = await sendDue(ctx);
            if (sent === 0 && waiting.length === 0) return;
          }
          throw new Error('there is no end to what follows from a step');
        },
        async die({ hasArrived }) {
          await Promise.race(sendAndHang(ctx, hasArrived));
          clock.move(LEASE_MS + 1_000);
        },
        async edit(body) {
          return (await api.call(notifications.updateStreamer, { ...(address as object), body } as never, token))
            .status;
        },
        async countOpenSessions() {
          const { rows } = await ctx.db.execute<{ count: number }>(
            sql`select count(*)::int as count from stream_sessions where ended_at is null and offline_since is null`,
          );
          return rows[0]?.count ?? 0;
        },
      };
      play = mine;
      const { id: pingRoleId } = act(sim, 'discord', 'add-role', { guild_id: guild, name: 'fans' }) as { id: string };
      mine.chosen.roleId = pingRoleId;
      const body = { notificationChannelId: channelId, pingRoleId };
      const added = await api.call(notifications.addStreamer, { ...(address as object), body } as never, token);
      if (added.status !== 200) throw new Error(`following answered ${added.text}`);
      return mine;
    },
    close: () => api.close(),
  };
}

/** Starts a process whose first Discord call never returns. Resolves when it hangs or has nothing to send. */
function sendAndHang(ctx: Ctx, hasArrived: boolean): readonly Promise<unknown>[] {
  const hangs = Promise.withResolvers<void>();
  const never = async <T>(call: () => Promise<T>): Promise<T> => {
    if (hasArrived) await call();
    hangs.resolve();
    return await new Promise<T>(() => undefined);
  };
  const { messages } = ctx.discord;
  const dying: Ctx['discord']['messages'] = {
    ...messages,
    create: (message) => never(() => messages.create(message)),
    edit: (message) => never(() => messages.edit(message)),
    delete: (message) => never(() => messages.delete(message)),
  };
  const db = Object.create(ctx.db) as Db;
  return [hangs.promise, sendDue({ ...ctx, db, discord: { ...ctx.discord, messages: dying } })];
}

const newCreator = (count: number): Channel => ({
  platform: 'kick',
  id: String(40_000 + count),
  name: `model${count}`,
  displayName: `Model ${count}`,
  avatarUrl: null,
  followers: null,
  url: `https://kick.com/model${count}`,
});

function newServer({ sim }: TestApi, name: string): string {
  const { id } = act(sim, 'discord', 'add-guild', { name, owner_id: demoUser }) as { id: string };
  act(sim, 'discord', 'invite-bot', { guild_id: id });
  return id;
}

export function newChannel({ sim }: TestApi, guild: string): string {
  return (act(sim, 'discord', 'add-channel', { guild_id: guild, name: 'alerts' }) as { id: string }).id;
}
