import {
  hasFlag,
  type MessagePreview,
  type RoleId,
  type StreamerMessageType,
  streamerMessageTypesOf,
} from '@tally/contract';
import { type Channel, type Ctx, type Grace, minutes, type StreamSession, seconds, withLocale } from '@tally/kernel';
import { isEveryone } from '@tally/message/discord';
import { type Composition, type Delivery, seenAs } from '@tally/pipeline/delivery';
import { aboutOf, type MessagesDraft, type StreamerDraft } from '../../../journal/index.ts';
import { merged } from '../../../places/index.ts';
import { graceOf, pausedBy, type StreamerRow } from '../../../streamers/index.ts';
import { placeOf, routeOf } from '../../match/single.ts';
import { createRender, type Render, threadName } from '../../render/message.ts';
import type { Subject, WatchLink } from '../../render/values.ts';
import { reconsiderAwaited } from '../announce/reconsider.ts';
import { latestVideoType, type Sample, sampleOf } from './samples.ts';
import { type Cast, loadCast, pinged } from './scenes.ts';
import { loadTemplates, type Templates } from './templates.ts';

/** Composes each message with current values, settings and templates, no matter how long it has waited. */
export async function compose(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  const whose = deliveries.map(({ subject: id, serverId }) => ({ id, serverId }));
  const [cast, templates] = await Promise.all([loadCast(ctx, deliveries), loadTemplates(ctx, whose, allTypes)]);
  await reconsiderAwaited(ctx, deliveries, cast);
  const render = createRender();
  return await Promise.all(
    deliveries.map(async (delivery) => await composeOne({ ctx, delivery, cast, templates, render })),
  );
}

/** Loads all platforms before we know which ones the batch needs. This saves a round trip. */
const allTypes = [...new Set(Object.values(streamerMessageTypesOf).flat())];

interface Attempt {
  readonly ctx: Ctx;
  readonly delivery: Pick<Delivery, 'id' | 'kind' | 'about'>;
  readonly render: Render;
}

interface Desk extends Attempt {
  readonly delivery: Delivery;
  readonly cast: Cast;
  readonly templates: Templates;
}

async function composeOne(desk: Desk): Promise<Composition> {
  const { delivery, cast, templates } = desk;
  const streamer = cast.streamer(delivery.subject);
  const channel = streamer && cast.channel(streamer);
  // The streamer was unfollowed, so the message is no longer wanted.
  if (!streamer || !channel) return { kind: 'skip', reason: 'paused', values: { name: '' } };
  const about = aboutOf(delivery);
  if (about.test) return await composeTest(desk, streamer, channel);
  if (about.video) return composeVideo(desk, streamer, channel);
  const grace = graceOf(streamer, templates.plan(streamer.serverId).graceCeiling);
  const session = cast.session(delivery.sessionId, grace);
  if (!session) return { kind: 'skip', reason: 'streamEndedFirst' };
  const isLive = delivery.kind === 'live' && about.phase !== 'end';
  const held = delivery.messageId
    ? null
    : (tooLate(desk, streamer, { session, grace }) ?? pending(desk, streamer, session));
  if (held) return held;
  return finished(desk, {
    streamer,
    channel,
    type: `${streamer.platform}${isLive ? 'Live' : 'Offline'}`,
    subject: { kind: 'stream', session, vodUrl: about.vodUrl ?? null },
    pingRoleId: pinged(about, streamer.settings.pingRoleId ?? null),
    pings: isLive ? 'yes' : 'no',
    templates,
  });
}

/** Returns whether a live message is so late that it would announce a stream that has ended. */
function tooLate(
  { ctx, delivery }: Desk,
  streamer: StreamerRow,
  { session, grace }: { session: StreamSession; grace: Grace },
): Composition | null {
  const reason = pausedBy(streamer);
  if (reason) return { kind: 'skip', reason, values: { name: streamer.name } };
  if (delivery.kind !== 'live' || !session.endedAt) return null;
  const isOver = ctx.clock.now().getTime() - session.endedAt.getTime() >= minutes(grace);
  return isOver ? { kind: 'skip', reason: 'streamEndedFirst' } : null;
}

const LOOK_AGAIN_MS = seconds(2);

/** Some platforms report the category shortly after the start. Overrides that depend on it wait this long. */
export const CATEGORY_WAIT_SECONDS = 15;

/**
 * Returns whether to wait a moment: for an image that the owner wants, or for a category that could stop the message.
 */
function pending(
  { ctx, delivery }: Omit<Attempt, 'render'>,
  { settings }: StreamerRow,
  session: StreamSession,
): Composition | null {
  const now = ctx.clock.now().getTime();
  const lookAgain = now + LOOK_AGAIN_MS;
  const { awaitsCategory } = aboutOf(delivery);
  // Another process has just decided about the stream again, so this delivery is outdated.
  if (awaitsCategory && session.details.category !== null) return { kind: 'wait', until: new Date(lookAgain) };
  const forPicture = session.details.thumbnailUrl ? 0 : (settings.thumbnailWaitSeconds ?? 0);
  const forCategory = awaitsCategory ? CATEGORY_WAIT_SECONDS : 0;
  const deadline = session.detectedAt.getTime() + seconds(Math.max(forPicture, forCategory));
  return now < deadline ? { kind: 'wait', until: new Date(Math.min(deadline, lookAgain)) } : null;
}

/** Skips a kind of video that the owner has switched off since. */
function composeVideo(desk: Desk, streamer: StreamerRow, channel: Channel): Composition {
  const { delivery, cast, templates } = desk;
  const about = aboutOf(delivery);
  const video = cast.video(streamer, about);
  const route = video && routeOf(streamer, video);
  const paused = pausedBy(streamer);
  if (!route || paused) return { kind: 'skip', reason: paused ?? 'filter', values: { name: streamer.name } };
  return finished(desk, {
    streamer,
    channel,
    type: route.type,
    subject: { kind: 'video', video: { ...video, url: about.vodUrl ?? video.url } },
    pingRoleId: pinged(about, route.pingRoleId),
    pings: 'yes',
    templates,
  });
}

/** Composes a test like a real message, from the latest known data, but without the ping. */
async function composeTest(desk: Desk, streamer: StreamerRow, channel: Channel): Promise<Composition> {
  const { ctx, delivery } = desk;
  const { message, test, draft = {} } = aboutOf(delivery);
  const type =
    message ?? (test === 'video' ? await latestVideoType(ctx, channel) : (`${streamer.platform}Live` as const));
  return (await composeSample(desk, { streamer, channel, type, draft })).composition;
}

interface SampleWanted {
  readonly streamer: StreamerRow;
  readonly channel: Channel;
  readonly type: StreamerMessageType;
  readonly draft: StreamerDraft;
}

/** Composes the message for a test or a preview. */
async function composeSample(
  desk: Attempt & Pick<Desk, 'templates'>,
  { streamer: saved, channel, type, draft }: SampleWanted,
): Promise<{ composition: Sent; shows: Sample['shows'] }> {
  const { templates } = desk;
  const streamer = { ...saved, settings: merged(saved.settings, draft.settings ?? {}) };
  const ctx = withLocale(desk.ctx, templates.looks(streamer.serverId).locale);
  const { subject, shows } = await sampleOf(ctx, channel, type);
  const composition = finished(
    { ...desk, ctx },
    {
      streamer,
      channel,
      type,
      subject,
      pingRoleId: placeOf(streamer, type).pingRoleId,
      pings: type.endsWith('Offline') ? 'no' : 'silently',
      templates,
      draft: draft.messages,
    },
  );
  return { composition, shows };
}

/** Renders the message as it would be posted now, for its author. */
export async function preview(ctx: Ctx, wanted: SampleWanted): Promise<MessagePreview> {
  const { streamer, type } = wanted;
  const templates = await loadTemplates(ctx, [streamer], [type]);
  // Picks one of several wordings, and the same one as long as the wordings do not change.
  const delivery = { id: streamer.id, kind: 'test', about: {} };
  const { composition, shows } = await composeSample({ ctx, delivery, templates, render: createRender() }, wanted);
  const { payload, identity } = composition;
  return {
    payload: { ...payload },
    sender: await seenAs(ctx, streamer.serverId, identity),
    shows,
    people: [],
    files: [],
  };
}

type Sent = Extract<Composition, { kind: 'send' }>;

interface Part {
  readonly streamer: StreamerRow;
  readonly channel: Channel;
  readonly type: StreamerMessageType;
  readonly subject: Subject;
  readonly pingRoleId: RoleId | null;
  readonly pings: 'yes' | 'silently' | 'no';
  readonly templates: Templates;
  readonly draft?: MessagesDraft | undefined;
}

/** One message about a creator who is live on several platforms. The feature that merged them decides its content. */
export interface Joint {
  readonly delivery: Delivery;
  /** The streamer whose template is used. */
  readonly streamer: StreamerRow;
  readonly channel: Channel;
  readonly session: StreamSession;
  readonly isLive: boolean;
  readonly links: readonly WatchLink[];
  readonly vodUrl: string | null;
  readonly pingRoleId: RoleId | null;
}

export async function composeJoints(ctx: Ctx, joints: readonly Joint[]): Promise<Composition[]> {
  const streamers = joints.map((joint) => joint.streamer);
  const types = [...new Set(streamers.flatMap(({ platform }) => streamerMessageTypesOf[platform]))];
  const templates = await loadTemplates(ctx, streamers, types);
  const render = createRender();
  return joints.map(({ delivery, streamer, channel, session, isLive, links, vodUrl, pingRoleId }) => {
    const held = isLive && !delivery.messageId ? pending({ ctx, delivery }, streamer, session) : null;
    if (held) return held;
    const part = {
      streamer,
      channel,
      type: `${streamer.platform}${isLive ? 'Live' : 'Offline'}`,
      subject: { kind: 'stream', session, vodUrl, links },
      pingRoleId: pinged(aboutOf(delivery), pingRoleId),
      pings: isLive ? 'yes' : 'no',
      templates,
    } as const;
    return finished({ ctx, delivery, render }, part);
  });
}

/** Adds the parts that the server's plan includes. */
function finished({ ctx, delivery, render }: Attempt, part: Part): Sent {
  const { streamer, templates, type, pingRoleId } = part;
  const { settings, serverId } = streamer;
  const { bitfield } = templates.plan(serverId);
  const message = {
    ...part,
    ctx,
    looks: templates.looks(serverId),
    template: templates.find(streamer, { type, draw: delivery.id, isPremiere: isPremiere(part.subject) }, part.draft),
    hasNotifyButton: hasNotifyButton(streamer, pingRoleId),
  };
  const { payload, identity } = render(message);
  const isTest = delivery.kind === 'test';
  const publish = aboutOf(delivery).override?.publish ?? settings.autoPublishIfAnnouncmentChannel === true;
  return {
    kind: 'send',
    payload,
    identity:
      identity && hasFlag(bitfield, 'CustomWebhooks')
        ? { username: identity.username ?? ctx.config.SITE_NAME, avatarUrl: identity.avatarUrl ?? null }
        : null,
    // True for the final message about a stream, which is the only one without a ping.
    isLast: part.pings === 'no',
    publish: !isTest && publish && hasFlag(bitfield, 'AllowAutoPublishNotifications'),
    thread: !isTest && settings.openThread ? threadName(message) : null,
  };
}

const isPremiere = (subject: Subject): boolean => subject.kind === 'video' && Boolean(subject.video.premieresAtMs);

/** The button appears only below messages that ping the role it gives. */
const hasNotifyButton = (streamer: StreamerRow, pingRoleId: RoleId | null): boolean =>
  streamer.settings.showNotifyButton === true &&
  pingRoleId !== null &&
  pingRoleId === streamer.settings.pingRoleId &&
  !isEveryone(streamer.serverId, pingRoleId);
