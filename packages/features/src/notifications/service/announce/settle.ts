import { type DeliveryReason, type PauseReason, type Platform, pageOfStreamers } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type Delivered, nameRemoval, type Outcome } from '@tally/pipeline/delivery';
import { report, type Trouble } from '../../../error-logs/index.ts';
import { notifyAboutBroken, troubleIn } from '../../../journal/index.ts';
import { changePause, listStreamersById, type StreamerRow, shownNames } from '../../../streamers/index.ts';
import { remember } from '../../../telemetry/index.ts';
import { OWNER } from './followers.ts';

/** Handles the outcomes of messages. Most outcomes need no action. */
export async function settleDeliveries(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  const notable = notableOf(deliveries);
  const found = await listStreamersById(ctx.db, [...new Set(notable.map((delivery) => delivery.subject))]);
  const streamers = new Map(found.map((streamer) => [streamer.id, streamer]));
  const told = notable.filter(isTold).flatMap(({ subject }) => streamers.get(subject) ?? []);
  const nameOf = await shownNames(ctx.db, told);
  const shown = new Set<string>();
  for (const delivery of notable) {
    const streamer = streamers.get(delivery.subject);
    if (!streamer) continue;
    const recent = recentTypes[delivery.kind];
    const happening = `${streamer.name} · ${platformName(ctx, streamer.platform)}`;
    if (delivery.state === 'posted' && recent && !shown.has(`${recent} ${happening}`)) {
      shown.add(`${recent} ${happening}`);
      await remember(ctx, { type: recent, message: happening });
    }
    const { reason } = delivery;
    if (isTold(delivery) && reason) await notifyOwners({ ctx, streamer, delivery, name: nameOf(streamer) }, reason);
  }
}

const platformName = (ctx: Ctx, platform: Platform): string =>
  ctx.platforms.definitions.find(({ id }) => id === platform)?.name ?? platform;

const isTold = ({ state, reason }: Outcome): boolean =>
  state === 'failed' || state === 'unconfirmed' || (state === 'posted' && reason === 'pingsNobody');

/**
 * All failures, all pings that reached no one, and one posted message per stream. A stream is one line, even if many
 * servers posted it.
 */
export function notableOf<O extends Outcome>(deliveries: readonly O[]): readonly O[] {
  const posted = deliveries.filter(({ state, kind }) => state === 'posted' && recentTypes[kind]);
  const oneEach = new Map(posted.map((each) => [`${each.kind} ${each.sessionId ?? each.subject}`, each]));
  return [...new Set([...oneEach.values(), ...deliveries.filter(isTold)])];
}

/** The message kinds that the landing page lists as recent. */
const recentTypes: Readonly<Record<string, 'live' | 'vod' | 'clip' | undefined>> = {
  live: 'live',
  vod: 'vod',
  clip: 'clip',
};

/** Writes fixable failures to the error log. Pauses a streamer whose messages would all fail until the fix. */
async function notifyOwners(about: Case, reason: DeliveryReason): Promise<void> {
  const { ctx, streamer, delivery } = about;
  const trouble = await failures[reason]?.(about);
  if (!trouble) return;
  // A creator's message may go to another channel, so a problem there does not pause the streamer.
  const pause = delivery.kind === 'test' || delivery.owner !== OWNER ? undefined : trouble.pause;
  await ctx.db.transaction(async (tx) => {
    const change = { streamerId: streamer.id, from: null, now: ctx.clock.now() };
    if (pause && !(await changePause(tx, { ...change, to: pause }))) {
      // The server check, or another message, has already reported this problem.
      if ((await listStreamersById(tx, [streamer.id]))[0]?.pauseReason === pause) return;
    }
    const isNews = trouble.told ? await report(ctx, delivery.serverId, trouble.told, tx) : false;
    if (isNews && pause) await notifyAboutBroken(ctx, tx, streamer);
  });
}

interface Failure {
  /** Null if no one in the server can fix the failure. */
  readonly told: Trouble | null;
  readonly pause?: Exclude<PauseReason, 'byOwner' | 'otherBot'>;
}

interface Case {
  readonly ctx: Ctx;
  readonly streamer: StreamerRow;
  readonly delivery: Delivered;
  /** The streamer's display name. */
  readonly name: string;
}

/** The failures that an owner can fix. The journal has all others. */
const failures: { readonly [R in DeliveryReason]?: (about: Case) => Failure | Promise<Failure> } = {
  missingPermission: async ({ ctx, streamer, delivery: { id, channelId } }) => {
    const told = await troubleIn(ctx, streamer, { reason: 'permissions', channelId });
    // Discord refuses a removed bot with the same error. The streamer resumes once the bot is back.
    if (!told) await nameRemoval(ctx.db, id);
    return { told, pause: 'permissions' };
  },
  unknownChannel: async ({ ctx, streamer, delivery: { channelId } }) => ({
    told: await troubleIn(ctx, streamer, { reason: 'channelGone', channelId }),
    pause: 'channelGone',
  }),
  pingsNobody: ({ delivery: { channelId, reasonValues } }) => ({
    told: {
      reason: 'pingsNobody',
      details: { place: `<#${channelId}>`, role: reasonValues.role ?? '' },
      missingPermissions: ['MentionEveryone'],
      action: { kind: 'grantPermissions', path: null, targetId: channelId },
    },
  }),
  replyLost: ({ name, delivery: { channelId } }) => ({
    told: {
      reason: 'unconfirmed',
      details: { what: name, place: `<#${channelId}>` },
    },
  }),
  webhookGone: ({ name, delivery: { channelId } }) => ({
    told: { reason: 'webhookGone', details: { what: name, place: `<#${channelId}>` } },
  }),
  streamEndedFirst: ({ name }) => ({
    told: { reason: 'endedBeforeSent', details: { streamer: name } },
  }),
  refused: (about) => ({
    told: {
      reason: 'messageRefused',
      details: { what: about.name, reason: String(about.delivery.reasonValues.detail ?? '') },
      action: { kind: 'editMessage', path: pageOfStreamers([about.streamer]), targetId: null },
    },
  }),
};
