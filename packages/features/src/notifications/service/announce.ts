import { type EndAction, hasFlag } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Channel, type Ctx, hours, type StreamSession } from '@tally/kernel';
import { amend, findLastPostedOf, type Intention, intend, withdraw } from '@tally/pipeline/delivery';
import { planOf } from '../../servers/index.ts';
import { channelFor, liveKey, matchLive } from '../match.ts';
import { renderEnd, renderLive } from '../render.ts';
import { listFollowing, renameChannel } from '../store.ts';
import type { StreamerRow } from '../tables.ts';
import { loadTemplates, type Templates } from './templates.ts';

export interface Happening {
  readonly session: StreamSession;
  readonly channel: Channel;
}

/** A live message is worth sending for as long as the stream may run; detection ends it earlier if it ends. */
const STILL_NEWS_MS = hours(12);

/** Stands in the journal where nothing was chosen. */
const noChannel = '' as Intention['channelId'];

const giveUpAt = (now: Date) => new Date(now.getTime() + STILL_NEWS_MS);

/** One journal row per server that follows the channel: posted, or skipped with the reason. */
export async function announceLive(ctx: Ctx, { session, channel }: Happening): Promise<void> {
  const followers = await listFollowing(ctx.db, channel.platform, channel.id);
  if (followers.length === 0) return;
  const templates = await loadTemplates(ctx, followers);
  const ids = followers.map((streamer) => streamer.id);
  const last = new Map((await findLastPostedOf(ctx.db, 'notifications', ids)).map((row) => [row.subject, row]));
  const intentions: Intention[] = [];
  for (const streamer of followers) {
    const former = last.get(streamer.id);
    // The same event told twice must not meet its own message as a reason to be quiet.
    const lastPostedAt = former && former.sessionId !== session.id ? former.queuedAt : null;
    const match = matchLive({ streamer, session, lastPostedAt, now: ctx.clock.now() });
    const payload = renderLive({ ctx, streamer, session, channel, templates });
    intentions.push({
      ...addressOf(ctx, streamer, session),
      payload,
      priority: await priorityOf(ctx, streamer),
      skip: match.kind === 'skip' ? { reason: match.reason, values: { name: channel.displayName } } : undefined,
    });
  }
  await ctx.db.transaction((tx) => intend(ctx, tx, intentions));
}

const addressOf = (ctx: Ctx, streamer: StreamerRow, session: StreamSession) => ({
  dedupeKey: liveKey(streamer.id, session.id),
  owner: 'notifications',
  serverId: streamer.serverId,
  subject: streamer.id,
  sessionId: session.id,
  kind: 'live',
  // A row without a channel is skipped for that very reason; it has no other address.
  channelId: channelFor(streamer) ?? noChannel,
  detectedAt: session.detectedAt,
  giveUpAt: giveUpAt(ctx.clock.now()),
});

async function priorityOf(ctx: Ctx, streamer: StreamerRow): Promise<number> {
  const { bitfield } = await planOf(ctx, streamer.serverId);
  return hasFlag(bitfield, 'PriorityNotifications') ? 1 : 0;
}

/** Title or category changed: every message that stands says the new one. */
export async function refreshMessages(ctx: Ctx, happening: Happening): Promise<void> {
  await changeEach(ctx, happening, async (tx, streamer, templates) => {
    if (streamer.settings.editOnChange === false) return;
    const payload = renderLive({ ctx, streamer, ...happening, templates });
    await amend(ctx, tx, liveKey(streamer.id, happening.session.id), { payload, giveUpAt: giveUpAt(ctx.clock.now()) });
  });
}

/** The stream is over: each server's message becomes what that server chose. */
export async function closeMessages(ctx: Ctx, happening: Happening): Promise<void> {
  await changeEach(ctx, happening, async (tx, streamer, templates) => {
    const key = liveKey(streamer.id, happening.session.id);
    const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
    const action = endActionOf(streamer);
    const card = () => renderEnd({ ctx, streamer, ...happening, templates });
    switch (action) {
      case 'leave':
        return;
      case 'endCard':
        await amend(ctx, tx, key, { payload: card(), ...until });
        return;
      case 'delete':
        await withdraw(ctx, tx, key, until);
        return;
      case 'deleteAndPost':
      case 'post': {
        if (action === 'deleteAndPost') await withdraw(ctx, tx, key, until);
        const offline = { ...addressOf(ctx, streamer, happening.session), dedupeKey: `${key} end`, kind: 'end' };
        await intend(ctx, tx, [{ ...offline, payload: card() }]);
        return;
      }
      default:
        return action satisfies never;
    }
  });
}

/** The old switches decide where the newer choice was never made. */
export function endActionOf({ settings }: Pick<StreamerRow, 'settings'>): EndAction {
  if (settings.onEnd) return settings.onEnd;
  if (settings.deleteEmbeds) return settings.sendOfflineMessage ? 'deleteAndPost' : 'delete';
  return settings.sendOfflineMessage === false ? 'leave' : 'endCard';
}

async function changeEach(
  ctx: Ctx,
  { session, channel }: Happening,
  change: (tx: Db, streamer: StreamerRow, templates: Templates) => Promise<void>,
): Promise<void> {
  const followers = await listFollowing(ctx.db, channel.platform, channel.id);
  const templates = await loadTemplates(ctx, followers);
  await ctx.db.transaction(async (tx) => {
    for (const streamer of followers) {
      if (streamer.alreadyLiveSession !== session.id) await change(tx, streamer, templates);
    }
  });
}

export async function renameStreamers(ctx: Ctx, channel: Channel): Promise<void> {
  await renameChannel(ctx.db, channel.platform, channel.id, channel.name);
}
