import {
  type DeliveryAction,
  type DeliveryKind,
  type DeliveryOutcome,
  type DeliveryReason,
  deliveryKinds,
  deliveryReasons,
  type JournalRow,
  namesakeWord,
  type ServerId,
  type TextKey,
} from '@tally/contract';
import { cursorOf, pieces } from '@tally/infra/page';
import { traceIdOf } from '@tally/infra/trace';
import { type Channel, type Ctx, days, say } from '@tally/kernel';
import {
  countPostedIn,
  type Delivery,
  type JournalOutcome,
  LATE_AFTER_MS,
  listJournal,
} from '@tally/pipeline/delivery';
import { forGrace, listStreams } from '@tally/pipeline/detection';
import { isStaff } from '../../account/index.ts';
import { digestsOf, listWithContents } from '../../overrides/index.ts';
import { plansOf } from '../../servers/index.ts';
import { graceOf, listStreamersById, type StreamerRow } from '../../streamers/index.ts';
import { aboutOf } from './about.ts';
import { wasStopped } from './post-now.ts';
import { loadChannels, loadVideos } from './subjects.ts';

const DEFAULT_PAGE = 50;
/** Greetings are left out, because a thousand new members would fill the journal. */
export const ABOUT_STREAMERS = ['notifications', 'creators', 'overrides'] as const;

/** A message that was skipped for one of these reasons is in a digest, or will be. */
const waitingReasons: ReadonlySet<DeliveryReason> = new Set(['quietHours', 'together']);

export interface JournalQuery {
  readonly serverId: ServerId;
  readonly subjects?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly outcomes?: readonly JournalOutcome[] | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Lists messages and their outcomes, newest first. */
export async function readJournal(
  ctx: Ctx,
  query: JournalQuery,
): Promise<{ rows: JournalRow[]; nextCursor: string | null }> {
  const limit = query.limit ?? DEFAULT_PAGE;
  const found = await listJournal(ctx.db, {
    serverId: query.serverId,
    owners: ABOUT_STREAMERS,
    subjects: query.subjects,
    // Leaves out messages of other features, such as sticky messages.
    kinds: query.kinds?.length ? query.kinds : deliveryKinds,
    outcomes: query.outcomes,
    before: nextRows.read(query.cursor),
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const rows = await asJournal(ctx, page);
  const last = page.at(-1);
  return {
    rows,
    nextCursor: found.length > limit && last ? nextRows.write(last) : null,
  };
}

const posts = deliveryKinds.filter((kind) => kind !== 'test' && kind !== 'update');

/** Counts the messages of the last 24 hours for many servers at once. */
export async function countPosts(
  ctx: Ctx,
  serverIds: readonly ServerId[],
): Promise<(serverId: ServerId) => { posts: number }> {
  const since = new Date(ctx.clock.now().getTime() - days(1));
  const counts = await countPostedIn(ctx.db, { serverIds, owners: ABOUT_STREAMERS, kinds: posts, since });
  return (serverId) => ({ posts: counts.get(serverId) ?? 0 });
}

const nextRows = cursorOf({ queuedAt: pieces.moment, id: pieces.uuid });

export async function asJournal(ctx: Ctx, deliveries: readonly Delivery[]): Promise<JournalRow[]> {
  if (deliveries.length === 0) return [];
  const found = await listStreamersById(ctx.db, [...new Set(deliveries.map((row) => row.subject))]);
  const streamers = new Map(found.map((streamer) => [streamer.id, streamer]));
  const held = deliveries.flatMap(({ reason, dedupeKey }) => (reason && waitingReasons.has(reason) ? [dedupeKey] : []));
  const [subjectOf, channels, digests] = await Promise.all([
    loadSubjects(ctx, deliveries, found),
    loadChannels(ctx, found),
    digestsOf(ctx, held),
  ]);
  return deliveries.flatMap((delivery) => {
    const streamer = streamers.get(delivery.subject);
    if (!streamer) return [];
    const channel = channels.get(`${streamer.platform} ${streamer.channelId}`);
    const { isOn, ...subject } = subjectOf(delivery, streamer);
    return [
      {
        ...asRow(ctx, delivery, { streamer, channel, isOn }),
        subject,
        digest: digests.get(delivery.dedupeKey) ?? null,
      },
    ];
  });
}

/** Finds what each row is about, and whether it can still be posted. Deleted streams have no name. */
async function loadSubjects(
  ctx: Ctx,
  deliveries: readonly Delivery[],
  streamers: readonly StreamerRow[],
): Promise<(delivery: Delivery, streamer: StreamerRow) => JournalRow['subject'] & { readonly isOn: boolean }> {
  const sessionIds = [...new Set(deliveries.flatMap(({ sessionId }) => sessionId ?? []))];
  const digests = deliveries.filter(({ kind, state }) => kind === 'digest' && state === 'failed');
  const [streams, plan, videoOf, kept] = await Promise.all([
    listStreams(ctx.db, sessionIds),
    plansOf(
      ctx,
      streamers.map(({ serverId }) => serverId),
    ),
    loadVideos(ctx, streamers, deliveries),
    listWithContents(ctx.db, digests),
  ]);
  const strands = new Map(streams.map(({ session, strand }) => [session.id, strand]));
  return (delivery, streamer) => {
    const video = videoOf(streamer, aboutOf(delivery));
    if (video) return { id: video.id, title: video.title, url: video.url, isOn: false };
    const strand = strands.get(delivery.sessionId ?? '');
    const session = strand && forGrace(strand, graceOf(streamer, plan(streamer.serverId).graceCeiling));
    const { title = null } = session?.details ?? {};
    const isOn = delivery.kind === 'digest' ? kept.has(delivery.dedupeKey) : session?.endedAt === null;
    return { id: delivery.sessionId ?? delivery.id, title, url: session?.url ?? null, isOn };
  };
}

function asRow(
  ctx: Ctx,
  delivery: Delivery,
  { streamer, channel, isOn }: { streamer: StreamerRow; channel: Channel | undefined; isOn: boolean },
): Omit<JournalRow, 'subject' | 'digest'> {
  const { reason } = delivery;
  return {
    id: delivery.id,
    guildId: delivery.serverId,
    kind: delivery.kind as DeliveryKind,
    platform: streamer.platform,
    streamerUserName: streamer.name,
    displayName: channel?.displayName ?? null,
    ...namesakeWord(streamer.channelId),
    channelId: delivery.channelId || null,
    messageId: delivery.messageId,
    outcome: outcomeOf(delivery),
    reason,
    action: reason ? (deliveryReasons[reason] satisfies DeliveryAction) : 'none',
    explanation: reason
      ? say(ctx.locale, `notifications.reason${reason[0]?.toUpperCase()}${reason.slice(1)}` as TextKey, {
          name: channel?.displayName ?? streamer.name,
          channel: `<#${delivery.channelId}>`,
          ...delivery.reasonValues,
        })
      : null,
    attempts: delivery.attempts,
    ...traceOf(ctx, delivery),
    canBePosted: isOn && wasStopped(delivery),
    times: {
      detected: delivery.detectedAt,
      matched: delivery.matchedAt,
      queued: delivery.queuedAt,
      sent: earlier(delivery.sentAt, delivery.seenAt),
      edited: delivery.editedAt,
      seen: delivery.seenAt,
    },
  };
}

/** Only staff get the link to the trace, because the trace viewer belongs to the operator. */
function traceOf({ caller, config }: Ctx, { id }: Delivery): Pick<JournalRow, 'traceUrl'> {
  if (!config.TRACE_URL || caller.kind !== 'user' || !isStaff(caller.flags)) return {};
  return { traceUrl: config.TRACE_URL.replaceAll('{traceId}', traceIdOf(`delivery:${id}`)) };
}

/** The gateway may show us a message before Discord's reply to our call arrives. */
const earlier = (sent: Date | null, seen: Date | null): Date | null => (sent && seen && seen < sent ? seen : sent);

function outcomeOf(delivery: Delivery): DeliveryOutcome | null {
  switch (delivery.state) {
    case 'queued':
      return null;
    case 'posted':
    case 'removed':
      return isLate(delivery) ? 'late' : 'posted';
    case 'edited':
    case 'skipped':
    case 'failed':
    case 'unconfirmed':
      return delivery.state;
    default:
      return delivery.state satisfies never;
  }
}

const isLate = ({ sentAt, detectedAt }: Delivery): boolean =>
  sentAt !== null && sentAt.getTime() - detectedAt.getTime() > LATE_AFTER_MS;
