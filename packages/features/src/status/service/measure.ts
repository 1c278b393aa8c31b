import type { Component } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { isSending } from '@tally/pipeline/delivery';
import { platformStates } from '@tally/pipeline/detection';
import { listClusters } from '../store/clusters.ts';
import { SILENT_MS } from './overview.ts';

/** Records for each measurable component whether it works. */
export type Sample = ReadonlyMap<Component, boolean>;

const ANSWERS_WITHIN_MS = seconds(5);
const SENDS_WITHIN_MS = seconds(60);
/** Lower status codes mean a problem with our key, not with Stripe. */
const THEIR_FAULT = 500;

export async function measure(ctx: Ctx): Promise<Sample> {
  const parts = await Promise.all([ourPages(ctx), gateway(ctx), sending(ctx), billing(ctx), platforms(ctx)]);
  return new Map(parts.flat());
}

type Found = readonly (readonly [Component, boolean])[];

/** Checks the pages through the proxy, like a visitor. While the pages are down, we cannot check the API. */
async function ourPages(ctx: Ctx): Promise<Found> {
  const pages = await answers(ctx, `${ctx.config.webUrl}/icon.svg`);
  if (!pages) return [['pages', false]];
  return [
    ['pages', true],
    ['api', await answers(ctx, `${ctx.config.webUrl}/api/tally`)],
  ];
}

async function answers(ctx: Ctx, url: string): Promise<boolean> {
  try {
    const { status } = await ctx.http.raw({ world: 'ourselves', url, timeoutMs: ANSWERS_WITHIN_MS });
    return status === 200;
  } catch {
    return false;
  }
}

async function gateway(ctx: Ctx): Promise<Found> {
  const isWell = await isGatewayWell(ctx);
  return isWell === null ? [] : [['gateway', isWell]];
}

/** Null if no bot process has reported yet. */
export async function isGatewayWell(ctx: Ctx): Promise<boolean | null> {
  const since = ctx.clock.now().getTime() - SILENT_MS;
  const clusters = await listClusters(ctx.db, new Date(0));
  const isWell = ({ reportedAt, shards }: (typeof clusters)[number]) =>
    reportedAt.getTime() >= since && shards.every(({ status }) => status === 'ready');
  return clusters.length === 0 ? null : clusters.every(isWell);
}

async function sending(ctx: Ctx): Promise<Found> {
  return [['sending', await isSending(ctx.db, { now: ctx.clock.now(), withinMs: SENDS_WITHIN_MS })]];
}

async function billing(ctx: Ctx): Promise<Found> {
  if (!ctx.stripe) return [];
  try {
    // Reads prices, because even a restricted key may do that.
    await ctx.stripe.prices.list({ limit: 1 }, { timeout: ANSWERS_WITHIN_MS, maxNetworkRetries: 0 });
    return [['billing', true]];
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    return [['billing', statusCode !== undefined && statusCode < THEIR_FAULT]];
  }
}

/** Without followed streamers we call no platform, so the state is unknown. */
const platforms = async (ctx: Ctx): Promise<Found> =>
  (await platformStates(ctx))
    .filter(({ watched }) => watched > 0)
    .map(({ platform, isDegraded }) => [platform, !isDegraded] as const);
