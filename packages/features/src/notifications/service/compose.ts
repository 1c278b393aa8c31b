import { hasFlag, type RoleId, type StreamerMessageType, streamerMessageTypesOf } from '@tally/contract';
import { type Channel, type Ctx, minutes, seconds, type StreamSession, withLocale } from '@tally/kernel';
import type { Composition, Delivery } from '@tally/pipeline/delivery';
import { graceOf, pausedBy } from '../match.ts';
import { isEveryone, renderStreamerMessage, threadName } from '../render/message.ts';
import type { Subject } from '../render/values.ts';
import type { StreamerRow } from '../tables.ts';
import { sampleSession } from './samples.ts';
import { aboutOf, type Cast, loadCast } from './scenes.ts';
import { loadTemplates, type Templates } from './templates.ts';

/** Says what each message shall be right now: with fresh values, settings and templates, however long it waited. */
export async function compose(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  const cast = await loadCast(ctx, deliveries);
  const streamers = deliveries.flatMap((each) => cast.streamer(each.subject) ?? []);
  const types = [...new Set(streamers.flatMap(({ platform }) => streamerMessageTypesOf[platform]))];
  const templates = await loadTemplates(ctx, streamers, types);
  return await Promise.all(deliveries.map(async (delivery) => await composeOne({ ctx, delivery, cast, templates })));
}

interface Desk {
  readonly ctx: Ctx;
  readonly delivery: Delivery;
  readonly cast: Cast;
  readonly templates: Templates;
}

async function composeOne(desk: Desk): Promise<Composition> {
  const { ctx, delivery, cast, templates } = desk;
  const streamer = cast.streamer(delivery.subject);
  const channel = streamer && cast.channel(streamer);
  // Unfollowed meanwhile: nobody waits for it any more.
  if (!streamer || !channel) return { kind: 'skip', reason: 'paused', values: { name: '' } };
  const about = aboutOf(delivery);
  if (about.test) return await composeTest(desk, streamer, channel);
  const session = cast.session(delivery.sessionId);
  if (!session) return { kind: 'skip', reason: 'streamEndedFirst' };
  const isLive = delivery.kind === 'live' && about.phase !== 'end';
  const held = delivery.messageId ? null : (tooLate(desk, streamer, session) ?? picturePending(ctx, streamer, session));
  if (held) return held;
  return finished(desk, {
    streamer,
    channel,
    type: `${streamer.platform}${isLive ? 'Live' : 'Offline'}`,
    subject: { kind: 'stream', session, vodUrl: about.vodUrl ?? null },
    pingRoleId: streamer.settings.pingRoleId ?? null,
    pings: isLive ? 'yes' : 'no',
    templates,
  });
}

/** A live message that could not be sent in time would tell of something that is over. */
function tooLate(desk: Desk, streamer: StreamerRow, session: StreamSession): Composition | null {
  const { ctx, delivery, templates } = desk;
  const reason = pausedBy(streamer);
  if (reason) return { kind: 'skip', reason, values: { name: streamer.name } };
  if (delivery.kind !== 'live' || !session.endedAt) return null;
  const grace = graceOf(streamer, templates.plan(streamer.serverId).graceCeiling);
  const isOver = ctx.clock.now().getTime() - session.endedAt.getTime() >= minutes(grace);
  return isOver ? { kind: 'skip', reason: 'streamEndedFirst' } : null;
}

const LOOK_AGAIN_MS = seconds(2);

/** The owner would rather wait a moment than have a message without a picture. */
function picturePending(ctx: Ctx, { settings }: StreamerRow, session: StreamSession): Composition | null {
  if (session.details.thumbnailUrl) return null;
  const deadline = session.detectedAt.getTime() + seconds(settings.thumbnailWaitSeconds ?? 0);
  const now = ctx.clock.now().getTime();
  return now < deadline ? { kind: 'wait', until: new Date(Math.min(deadline, now + LOOK_AGAIN_MS)) } : null;
}

/** A test goes the whole way of a real message, with the last stream that we know of. Only the ping is left out. */
async function composeTest(desk: Desk, streamer: StreamerRow, channel: Channel): Promise<Composition> {
  const { ctx, templates } = desk;
  const inTheirWords = withLocale(ctx, templates.looks(streamer.serverId).locale);
  return finished(desk, {
    streamer,
    channel,
    type: `${streamer.platform}Live`,
    subject: { kind: 'stream', session: await sampleSession(inTheirWords, channel), vodUrl: null },
    pingRoleId: streamer.settings.pingRoleId ?? null,
    pings: 'silently',
    templates,
  });
}

interface Part {
  readonly streamer: StreamerRow;
  readonly channel: Channel;
  readonly type: StreamerMessageType;
  readonly subject: Subject;
  readonly pingRoleId: RoleId | null;
  readonly pings: 'yes' | 'silently' | 'no';
  readonly templates: Templates;
}

/** The message with what goes with it, as far as the server's plan holds it. */
function finished({ ctx, delivery }: Desk, part: Part): Composition {
  const { streamer, templates, type, pingRoleId } = part;
  const { settings, serverId } = streamer;
  const { bitfield } = templates.plan(serverId);
  const message = {
    ...part,
    ctx,
    looks: templates.looks(serverId),
    template: templates.find(streamer, type, delivery.id),
    hasNotifyButton: Boolean(settings.showNotifyButton && pingRoleId && !isEveryone(streamer, pingRoleId)),
  };
  const { payload, identity } = renderStreamerMessage(message);
  const isTest = delivery.kind === 'test';
  return {
    kind: 'send',
    payload,
    identity:
      identity && hasFlag(bitfield, 'CustomWebhooks')
        ? { username: identity.username ?? ctx.config.SITE_NAME, avatarUrl: identity.avatarUrl ?? null }
        : null,
    publish:
      !isTest && settings.autoPublishIfAnnouncmentChannel === true && hasFlag(bitfield, 'AllowAutoPublishNotifications'),
    thread: !isTest && settings.openThread ? threadName(message) : null,
  };
}

