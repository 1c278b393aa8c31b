import { readFile } from 'node:fs/promises';
import { ChannelId, ServerId } from '@tally/contract';
import { minutes, seconds } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { createTsdb, evaluate } from '@tally/tests/promql';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { answerHealth } from '../../apps/server/src/api/health.ts';
import { measureHouse } from '../../apps/server/src/boot/measure-house.ts';
import { sample } from '../../packages/features/src/status/service/sample.ts';
import { countOutcomes } from '../../packages/pipeline/src/delivery/afterwards/meters.ts';
import { measureState } from '../../packages/pipeline/src/detection/sweep/meters.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: Readonly<Record<string, string>>;
}
const SCRAPE_MS = seconds(30);
const file = await readFile(new URL('../../docs/operations/monitoring/alerts.yml', import.meta.url), 'utf8');
const rules = (parse(file) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const forMs = (rule: Rule): number => minutes(Number(/^(\d+)m$/.exec(rule.for)?.[1]));

/** A state in which everything works. Each case changes the part that fails. */
const healthy = {
  isUp: true,
  failing: '',
  tookMs: 800,
  outcome: 'posted' as 'posted' | 'failed',
  reason: null as 'discordDown' | 'missingPermission' | null,
  arriving: 0,
  isDegraded: false,
  unitsLeft: 9_000,
  cost: 4_000,
  isGatewayWell: true,
  freeBytes: 50e9,
};
let fault: Partial<typeof healthy> = {};
const now = () => ({ ...healthy, ...fault });

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
  const { ctx } = house;
  const files = { ...ctx.files, freeBytes: async () => now().freeBytes };
  measureHouse({ ...ctx, files });
  const check = (name: string) => ({
    name,
    check: async () => {
      if (now().failing === name) throw new Error('no');
    },
  });
  answerHealth({ get: () => undefined } as never, {
    checks: ['database', 'keys', 'sending'].map(check),
    metrics: ctx.metrics,
  });
});
afterAll(() => house.close());
beforeEach(async () => {
  fault = {};
  await house.ctx.db.execute('delete from deliveries');
});

let intended = 0;
async function liveOn(): Promise<void> {
  const { ctx } = house;
  const { tookMs, outcome, reason, arriving, isDegraded, unitsLeft, cost, isGatewayWell } = now();
  const at = ctx.clock.now();
  const arrivedAt = new Date(at.getTime() - tookMs);
  const delivery = { state: 'queued', platform: 'kick', kind: 'live', toldAt: arrivedAt, arrivedAt, isHeld: false };
  const settlement = { state: outcome, reason, nextAttemptAt: null, ...(outcome === 'posted' ? { sentAt: at } : {}) };
  countOutcomes(ctx, [
    {
      delivery: { ...delivery, isHeld: true, arrivedAt: new Date(0) },
      settlement: { ...settlement, state: 'posted', sentAt: at },
    },
    { delivery, settlement },
  ] as never);
  await intend(
    ctx,
    ctx.db,
    Array.from({ length: arriving }, () => ({
      dedupeKey: `${(intended += 1)}`,
      owner: 'notifications',
      kind: 'live',
      detectedAt: at,
      giveUpAt: at,
      serverId: ServerId.parse('900000000000000001'),
      channelId: ChannelId.parse('910000000000000001'),
      subject: 'ada',
    })),
  );
  measureState(ctx, { platform: 'kick', watched: 3, isDegraded, reason: null, lastAnswerAt: at });
  const gauge = (name: string, value: number) => ctx.metrics.gauge({ name, help: name }).set(value);
  gauge('youtube_units_left', unitsLeft);
  gauge('twitch_points_left', 700);
  gauge('twitch_eventsub_cost', cost);
  gauge('twitch_eventsub_cost_limit', 10_000);
  await sample(ctx, async () => new Map([['gateway', isGatewayWell]]));
}

/** Returns the alerts that fire within this time. */
async function watch(lastsMs: number): Promise<Set<string>> {
  const tsdb = createTsdb();
  const since = new Map<string, number>();
  const fired = new Set<string>();
  for (let passed = 0; passed <= lastsMs; passed += SCRAPE_MS) {
    house.clock.move(SCRAPE_MS);
    await liveOn();
    const at = house.clock.now().getTime();
    const text = await house.ctx.metrics.text();
    tsdb.scrape(at, now().isUp ? text : null, { job: 'tally', instance: 'all' });
    for (const rule of rules) {
      const found = evaluate(rule.expr, tsdb, at);
      if (typeof found === 'number' || found.length === 0) since.delete(rule.alert);
      else if (!since.has(rule.alert)) since.set(rule.alert, at);
      if (at - (since.get(rule.alert) ?? at) >= forMs(rule)) fired.add(rule.alert);
    }
  }
  return fired;
}

it('stays silent for a healthy hour, also while a server lacks a permission or safe mode is on', async () => {
  expect(await watch(minutes(60))).toEqual(new Set());
  fault = { failing: 'sending', outcome: 'failed', reason: 'missingPermission' };
  expect(await watch(minutes(40))).toEqual(new Set());
});

const faults: Readonly<Record<string, Partial<typeof healthy>>> = {
  Down: { isUp: false },
  NotReady: { failing: 'database' },
  MessagesLate: { tookMs: 45_000 },
  MessagesFailing: { outcome: 'failed', reason: 'discordDown' },
  LineGrowing: { arriving: 2 },
  PlatformSilent: { isDegraded: true },
  BudgetLow: { unitsLeft: 100 },
  EventSubFull: { cost: 9_500 },
  ShardDown: { isGatewayWell: false },
  DiskLow: { freeBytes: 1e9 },
  KeysUnreadable: { failing: 'keys' },
};

it.each(rules.map((rule) => [rule.alert, rule] as const))(
  '%s fires in its fault, and no other alert does',
  async (name, rule) => {
    expect(Object.keys(rule.annotations).toSorted()).toEqual(['do', 'handbook', 'summary']);
    fault = faults[name] ?? {};
    expect(await watch(forMs(rule) - SCRAPE_MS)).toEqual(new Set());
    expect(await watch(forMs(rule) + minutes(16))).toEqual(new Set([name]));
  },
);
