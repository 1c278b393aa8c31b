import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ChannelId } from '@tally/contract';
import { permissionSet } from '@tally/discord/permissions';
import { yieldToMessages } from '../../packages/features/src/moving/service/find-posts.ts';
import { bareLoop } from './bare-loop.ts';
import { readCpu, sayCpu } from './cpu.ts';
import { type BenchHouse, type HouseOptions, makeHooks, openBenchHouse } from './house.ts';
import { addServers, inParallel, type Place, type SimProcess, startSimProcess } from './sim.ts';

/**
 * One stream to thousands of channels: the whole path from "is live" to the message in the channel, on Postgres, over
 * HTTP, against the simulated Discord.
 *   --s2   with Discord's limits, only the bot's token, priority servers first
 *   --s2b  half of the channels through webhooks: with the usual limit, and without
 *   --s2c  a second stream for ten channels, ten seconds into the first
 *   --s3   without limits, against a bare @discordjs/rest loop
 *   --reading  with --s2: ten pages of posts are read beside it, as *Follow many at once* does
 *   --locked 8  the bot lacks access to this many of a hundred channels, for --s2 and --s2c
 */
const { values: wanted } = parseArgs({
  options: {
    s2: { type: 'boolean' },
    s2b: { type: 'boolean' },
    s2c: { type: 'boolean' },
    s3: { type: 'boolean' },
    reading: { type: 'boolean' },
    channels: { type: 'string', default: '5000' },
    locked: { type: 'string', default: '0' },
  },
});
const CHANNELS = Number(wanted.channels);
const isLocked = (_: unknown, index: number): boolean => index % 100 >= 100 - Number(wanted.locked);
/** The bot of the simulated world. */
const BOT = '900000000000000001';
/** A quick check uses fewer channels and proportionally smaller limits. */
const share = CHANNELS / 5000;
const isAll = !wanted.s2 && !wanted.s2b && !wanted.s2c && !wanted.s3;

interface Line {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  readonly isGood: boolean;
}
const lines: Line[] = [];
const say = (line: Line): void => {
  lines.push(line);
  process.stdout.write(
    `${line.what.padEnd(58)}${line.figure.padStart(14)}   bar ${line.bar.padEnd(18)}${line.isGood ? 'ok' : 'SHORT'}\n`,
  );
};
const atMost = (what: string, value: number, bar: number, unit = 's'): void =>
  say({ what, figure: `${value.toFixed(2)} ${unit}`, bar: `≤ ${bar.toFixed(1)} ${unit}`, isGood: value <= bar });

const seconds = (ms: number) => ms / 1000;
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;

interface Scene {
  readonly sim: SimProcess;
  readonly places: readonly Place[];
}

async function withHouse(scene: Scene, options: Omit<HouseOptions, 'sim'>, run: (house: BenchHouse) => Promise<void>) {
  const house = await openBenchHouse({ sim: scene.sim, ...options });
  try {
    await run(house);
  } finally {
    await house.close();
  }
}

const limits = (sim: SimProcess, settings: object) => sim.control('discord/limits', settings);

/** Resolves when all messages are sent. Rows of a large fan-out arrive in parts, so it ignores short pauses. */
async function allSent(house: BenchHouse, creator: string, { count, withinMs }: { count: number; withinMs: number }) {
  const until = performance.now() + withinMs;
  for (;;) {
    const isLate = performance.now() > until;
    const sent = isLate || !(await house.isWaiting(creator)) ? await house.sentAfter(creator) : [];
    const out = sent.flatMap(({ ms, ...each }) => (ms === null ? [] : { ...each, ms }));
    const missing = count - out.length;
    if (missing === 0) return out;
    if (isLate) throw new Error(`${missing} of ${count} messages were not sent in time.`);
    await pause(250);
  }
}

/** Counts the 429 responses that we caused while `run` ran. */
async function refusals(sim: SimProcess, run: () => Promise<void>): Promise<number> {
  const before = (await sim.discord()).stats;
  await run();
  return (await sim.discord()).stats.selfInflicted429 - before.selfInflicted429;
}

const noRefusal = (what: string, count: number): void =>
  say({ what: `${what}: 429 of our own making`, figure: `${count}`, bar: '0', isGood: count === 0 });

/** The bot lacks access to these channels, so each costs a call that Discord refuses. */
async function lock({ sim, places }: Scene): Promise<void> {
  const noMessages = { id: BOT, type: 1, allow: '0', deny: String(permissionSet('SendMessages')) };
  const locked = places.filter(isLocked);
  await inParallel(locked.length, (index) =>
    sim.control('discord/change-channel', {
      channel_id: locked[index]?.channelId,
      permission_overwrites: [noMessages],
    }),
  );
}

async function readPosts({ ctx }: BenchHouse, places: readonly Place[]): Promise<void> {
  const startedAt = performance.now();
  for (const { channelId } of places.slice(0, 10)) {
    await yieldToMessages(ctx);
    await ctx.discord.messages.list({ channelId: channelId as ChannelId, limit: 100 });
  }
  atMost('S2 ten pages of posts, read beside it', seconds(performance.now() - startedAt), 25);
}

async function s2(scene: Scene): Promise<void> {
  await limits(scene.sim, { enabled: true, global: 50, address: 50 });
  const open = scene.places.filter((place, index) => !isLocked(place, index)).length;
  const important = new Set(scene.places.filter((_, index) => index % 20 === 19).map((place) => place.serverId));
  await withHouse(scene, { isPriority: (serverId) => important.has(serverId) }, async (house) => {
    await house.follow('ada', scene.places);
    const refused = await refusals(scene.sim, async () => {
      await house.goLive('ada');
      if (wanted.reading) await readPosts(house, scene.places);
      const sent = await allSent(house, 'ada', { count: open, withinMs: 300_000 });
      const first = sent.filter((each) => each.priority > 0).map((each) => each.ms);
      const rest = sent.filter((each) => each.priority === 0).map((each) => each.ms);
      atMost(`S2 ${CHANNELS} channels, bot token alone`, seconds(Math.max(...first, ...rest)), 103 * share);
      atMost(`S2 ${CHANNELS} channels, p99`, seconds(percentile([...first, ...rest], 0.99)), 103 * share);
      atMost(
        `S2 ${first.length} priority servers all served after`,
        seconds(Math.max(...first)),
        103 * share * 0.05 + 3,
      );
    });
    noRefusal('S2', refused);
  });
}

async function s2b(scene: Scene): Promise<void> {
  const half = (index: number) => index % 2 === 1;
  const hooked = scene.places.filter((_, index) => half(index));
  for (const [ceiling, address] of [
    ['50', 50],
    ['none', null],
  ] as const) {
    await limits(scene.sim, { enabled: false });
    await withHouse(scene, { env: { WEBHOOKS_PER_SECOND: ceiling, CALLS_PER_SECOND: '50' } }, async (house) => {
      // Webhooks are created before the measurement, because a channel keeps the one from its first message.
      await makeHooks(house.ctx, hooked);
      await limits(scene.sim, { enabled: true, global: 50, address });
      await pause(1_100);
      await house.follow('ada', scene.places, half);
      const refused = await refusals(scene.sim, async () => {
        await house.goLive('ada');
        const sent = await allSent(house, 'ada', { count: CHANNELS, withinMs: 300_000 });
        const byHook = sent.filter((each) => each.webhook).map((each) => each.ms);
        const name = `S2b ${CHANNELS} channels, ${byHook.length} through webhooks`;
        if (address !== null)
          atMost(`${name}, ceiling 50/s`, seconds(Math.max(...sent.map((each) => each.ms))), 53 * share);
        else atMost(`${name}, no ceiling: webhook half`, seconds(Math.max(...byHook)), Math.max(1, 3 * share));
      });
      noRefusal(`S2b ceiling ${ceiling}`, refused);
    });
  }
}

async function s2c(scene: Scene): Promise<void> {
  await limits(scene.sim, { enabled: true, global: 50, address: 50 });
  await withHouse(scene, {}, async (house) => {
    const open = scene.places.filter((place, index) => index >= 10 && !isLocked(place, index)).length;
    await house.follow('ada', scene.places.slice(10));
    await house.follow('grace', scene.places.slice(0, 10));
    await house.goLive('ada');
    await pause(10_000 * share);
    await house.goLive('grace');
    const small = (await allSent(house, 'grace', { count: 10, withinMs: 300_000 })).map((each) => each.ms);
    const large = (await allSent(house, 'ada', { count: open, withinMs: 300_000 })).map((each) => each.ms);
    // Ten messages take a fifth of a second at the limit.
    atMost('S2c ten messages beside a fan-out, the last after', seconds(Math.max(...small)), 2.2);
    atMost('S2c ten messages beside a fan-out, p95', seconds(percentile(small, 0.95)), 3);
    atMost('S2c the large fan-out', seconds(Math.max(...large)), (103 * (CHANNELS - 10)) / 5000 + 0.2);
  });
}

/** V8 fully compiles the bare loop only after about ten thousand messages, which makes it half as fast again. */
const WARM_ROUNDS = 3;
const ROUNDS = 9;

async function s3(scene: Scene): Promise<void> {
  await limits(scene.sim, { enabled: false });
  await withHouse(scene, { env: { CALLS_PER_SECOND: 'none', WEBHOOKS_PER_SECOND: 'none' } }, async (house) => {
    const ratios: number[] = [];
    // The runs alternate, so other work on the machine affects both.
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
      const atFirst = await readCpu(scene.sim);
      const bare = await bareLoop(scene.sim, scene.places);
      const afterBare = await readCpu(scene.sim);
      const creator = `ada${round}`;
      await house.follow(creator, scene.places);
      const before = await readCpu(scene.sim);
      await house.goLive(creator);
      const sent = await allSent(house, creator, { count: CHANNELS, withinMs: 120_000 });
      const after = await readCpu(scene.sim);
      const ours = sent.length / seconds(Math.max(...sent.map((each) => each.ms)));
      process.stdout.write(`   round ${round}: pipeline ${Math.round(ours)}/s, bare loop ${Math.round(bare)}/s\n`);
      // Prints how the CPU time is divided, because all parts share the same processors.
      process.stdout.write(`      a message of the pipeline: ${sayCpu(before, after, CHANNELS)}\n`);
      process.stdout.write(`      one of the bare loop:      ${sayCpu(atFirst, afterBare, CHANNELS)}\n`);
      if (round >= WARM_ROUNDS) ratios.push(ours / bare);
    }
    const ratio = percentile(ratios, 0.5);
    say({
      what: 'S3 whole pipeline without limits / bare loop',
      figure: ratio.toFixed(2),
      bar: '≥ 0.4',
      isGood: ratio >= 0.4,
    });
  });
}

const sim = await startSimProcess();
try {
  await limits(sim, { enabled: false });
  const scene: Scene = { sim, places: await addServers(sim, CHANNELS) };
  if (isAll || wanted.s3) await s3(scene);
  await lock(scene);
  if (isAll || wanted.s2c) await s2c(scene);
  if (isAll || wanted.s2b) await s2b(scene);
  if (isAll || wanted.s2) await s2(scene);
} finally {
  await sim.stop();
}
process.exitCode = lines.every((line) => line.isGood) ? 0 : 1;
