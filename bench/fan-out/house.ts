import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelId, premiumFlags, type ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Ctx, type Feature, readConfig, silentLog } from '@tally/kernel';
import { defaultMessage } from '@tally/message/defaults';
import { type Sender, startSender } from '@tally/pipeline/delivery';
import { observe } from '@tally/pipeline/detection';
import { startPostgres } from '@tally/tests/database';
import { type House, openHouse } from '../../apps/server/src/boot/house.ts';
import { listJobs } from '../../apps/server/src/boot/jobs.ts';
import { type ServerPlan, unlimited } from '../../packages/features/src/servers/service/plan.ts';
import { inParallel, type Place, type SimProcess } from './sim.ts';

/** A real worker with its own Postgres. Only the paid plans are simulated here. */
export interface BenchHouse {
  readonly ctx: Ctx;
  /**
   * All channels in `places` follow this creator; `hasName` decides which of them want a custom name on the message.
   */
  follow(creator: string, places: readonly Place[], hasName?: (index: number) => boolean): Promise<void>;
  goLive(creator: string): Promise<void>;
  /** Must be cheap, because it is polled during sending. */
  isWaiting(creator: string): Promise<boolean>;
  /** Returns how many milliseconds after the stream's start each message was sent, or null until all are sent. */
  sentAfter(creator: string): Promise<readonly { ms: number | null; priority: number; webhook: boolean }[]>;
  close(): Promise<void>;
}

export interface HouseOptions {
  readonly sim: SimProcess;
  readonly env?: Readonly<Record<string, string>>;
  readonly isPriority?: (serverId: string) => boolean;
}

export async function openBenchHouse({ sim, env, isPriority }: HouseOptions): Promise<BenchHouse> {
  const postgres = await startPostgres();
  if ('reason' in postgres) throw new Error(postgres.reason);
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-delivery-'));
  const config = readConfig({
    ROLE: 'worker',
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SIM_PORT: `${sim.port}`,
    ...env,
  });
  const house = await openHouse(config, silentLog, {});
  const features: readonly Feature[] = [plans(isPriority ?? (() => false)), ...house.doors.features];
  Object.assign(house.doors, { features });
  await house.queue.start({ jobs: listJobs(features), makeCtx: (job) => house.systemCtx(job) });
  const sender = startSender(() => house.systemCtx({ part: 'sender' }));
  return {
    ...creators(house),
    ctx: house.systemCtx(),
    close: () => close({ house, sender, stopPostgres: () => postgres.stop(), dataDir }),
  };
}

async function close(about: { house: House; sender: Sender; stopPostgres: () => Promise<void>; dataDir: string }) {
  await about.sender.stop();
  await about.house.queue.stop(5_000);
  await about.house.close();
  await about.stopPostgres();
  await rm(about.dataDir, { recursive: true });
}

/** All servers may set a custom name on their messages, and some have priority. */
function plans(isPriority: (serverId: string) => boolean): Feature {
  const priority = 1n << BigInt(premiumFlags.PriorityNotifications.bit);
  const named: ServerPlan = { ...unlimited, bitfield: unlimited.bitfield & ~priority };
  return {
    name: 'bench-plans',
    serverPlans: async (_ctx: Ctx, serverIds: readonly ServerId[]) =>
      new Map(serverIds.map((id) => [id, isPriority(id) ? unlimited : named])),
  };
}

function creators(house: House): Pick<BenchHouse, 'follow' | 'goLive' | 'isWaiting' | 'sentAfter'> {
  const ctx = house.systemCtx();
  const { db } = ctx;
  const wentLive = new Map<string, number>();
  return {
    async follow(creator, places, hasName = () => false) {
      await db.execute(sql`
        insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
        values ('kick', ${creator}, ${creator}, ${creator}, ${`https://kick.com/${creator}`}, now())`);
      const body = { ...defaultMessage('kickLive', 'en-US'), webhook: { enabled: true, username: 'Town crier' } };
      const rows = places.map((place, index) => ({
        id: randomUUID(),
        server: place.serverId,
        settings: { notificationChannelId: place.channelId },
        body: hasName(index) ? body : null,
      }));
      await db.execute(sql`
        insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
        select id, server, 'kick', ${creator}, ${creator}, settings, now(), now()
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, server text, settings jsonb)`);
      await db.execute(sql`
        insert into streamer_messages (streamer_id, type, body)
        select id, 'kickLive', body from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, body jsonb)
         where body is not null and body <> 'null'::jsonb`);
      await db.execute(sql`analyze`);
    },
    async goLive(creator) {
      wentLive.set(creator, ctx.clock.now().getTime());
      const snapshot = {
        state: 'live' as const,
        channelId: creator,
        streamId: creator,
        startedAt: ctx.clock.now(),
        url: `https://kick.com/${creator}`,
        details: {
          title: 'Night drive through the old town',
          category: 'Just Chatting',
          categoryImageUrl: null,
          thumbnailUrl: 'https://example.test/thumbnail.jpg',
          viewers: 1204,
          language: 'en',
          isMature: false,
        },
      };
      await db.transaction((tx) => observe(ctx, tx, 'kick', { snapshot, isSigned: true }));
    },
    async isWaiting(creator) {
      const { rows } = await db.execute<{ open: boolean }>(sql`
        select exists (select from deliveries d join stream_sessions s on s.id = d.session_id
                        where s.channel_id = ${creator} and d.next_attempt_at is not null) as open`);
      return rows[0]?.open ?? false;
    },
    async sentAfter(creator) {
      const { rows } = await db.execute<{ sent: string | null; priority: number; webhook: boolean }>(sql`
        select extract(epoch from d.sent_at) * 1000 as sent, d.priority, d.webhook_id is not null as webhook
          from deliveries d join streamers s on s.id::text = d.subject where s.channel_id = ${creator}`);
      const from = wentLive.get(creator) ?? 0;
      return rows.map((row) => ({ ...row, ms: row.sent === null ? null : Number(row.sent) - from }));
    },
  };
}

/** Creates one of our webhooks in each channel, as the first message with a custom name does. */
export async function makeHooks(ctx: Ctx, places: readonly Place[]): Promise<void> {
  await inParallel(places.length, async (index) => {
    const place = places[index] as Place;
    const made = await ctx.discord.webhooks.create({ channelId: place.channelId as ChannelId, name: 'Town crier' });
    const token = ctx.secrets.encrypt('channel webhook', made.token ?? '');
    await ctx.db.execute(sql`
      insert into channel_webhooks (channel_id, server_id, webhook_id, token, created_at)
      values (${place.channelId}, ${place.serverId}, ${made.id}, ${token}, now())`);
  });
}
