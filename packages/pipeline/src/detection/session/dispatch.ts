import { type Ctx, type Feature, type Grace, graces, handleJob, type Part, type PlatformEvent } from '@tally/kernel';
import { queueLooks } from '../looks.ts';
import { findChannel } from '../store/channels.ts';
import { listStreams, type Stream } from '../store/sessions.ts';
import { listEarlier } from '../store/strands.ts';
import { findVideo } from '../store/videos.ts';
import { learnDetails } from './details.ts';
import {
  dispatchStart,
  dispatchToAll,
  type EventJob,
  type EventRef,
  graceOf,
  tellFeature,
  traceOf,
} from './queue-events.ts';
import { asSession } from './session.ts';
import { asSessionFor, forGrace, gracesOf, type Strand } from './strand.ts';

export const dispatchJobs = [
  handleJob(dispatchToAll, tell),
  handleJob(dispatchStart, async (ctx, { kind, sessionId, look }, { attempt }) => {
    const isWhole = await learnDetails(ctx, sessionId);
    await tell(ctx, { about: { kind, sessionId }, ...(isWhole ? {} : { look }) });
    // An earlier attempt may have sent the event to some features without the title.
    if (attempt > 1) await tell(ctx, { about: { kind: 'update', sessionId } });
  }),
  handleJob(tellFeature, async (ctx, { feature: name, about }) => {
    const feature = ctx.features.find((each) => each.name === name);
    if (feature?.platform) await dispatchEach(withTrace(ctx, about), feature, await eventsOf(ctx, about));
  }),
] as const;

/**
 * Sends a detection event to all features at once. A feature that fails gets its own job, whose retry does not repeat
 * the event for the others.
 */
async function tell(ctx: Ctx, { about, look }: EventJob): Promise<void> {
  const events = await eventsOf(ctx, about);
  const listening = ctx.features.filter((feature) => feature.platform);
  const from = ctx.clock.now();
  const event = traceOf(about);
  const outcomes = await Promise.allSettled(
    listening.map((feature) => dispatchEach(withTrace(ctx, about), feature, events)),
  );
  const failed = listening.filter((_, index) => outcomes[index]?.status === 'rejected');
  if (event)
    ctx.trace.span(`event:${event}`, () => ({
      name: 'match',
      kind: 'internal',
      from,
      to: ctx.clock.now(),
      parent: { name: 'decide', part: graceOf(about) },
      part: graceOf(about),
      ...(failed.length > 0 && { error: 'feature' }),
    }));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') ctx.log.warn({ err: outcome.reason }, 'a feature could not take in an event');
  }
  const again = failed.map(({ name }) => ({ feature: name, about }));
  if (again.length > 0) await ctx.queue.sendMany(tellFeature, again);
  if (look) await queueLooks(ctx, undefined, [look]);
}

/** All rows that the features write belong to the trace of the event. */
function withTrace(ctx: Ctx, about: EventRef): Ctx {
  const event = traceOf(about);
  return event ? { ...ctx, traced: { from: ctx.clock.now(), events: [event], part: graceOf(about) } } : ctx;
}

async function dispatchEach(ctx: Ctx, feature: Feature, events: readonly PlatformEvent[]): Promise<void> {
  for (const event of events) await feature.platform?.(ctx, event);
}

async function eventsOf(ctx: Ctx, about: EventRef): Promise<PlatformEvent[]> {
  switch (about.kind) {
    case 'video': {
      const video = await findVideo(ctx.db, about.platform, about.videoId, about.videoKind);
      const channel = video && (await findChannel(ctx.db, video.platform, video.channelId));
      return channel ? [{ kind: 'video', video, channel }] : [];
    }
    case 'renamed': {
      const channel = await findChannel(ctx.db, about.platform, about.channelId);
      return channel ? [{ kind: 'renamed', channel, formerName: about.formerName }] : [];
    }
    case 'live':
    case 'update':
    case 'end': {
      const [stream] = await listStreams(ctx.db, [about.sessionId]);
      if (!stream) return [];
      const earlier = (await listEarlier(ctx.db, [stream.session]))(stream.session);
      return sessionEvents(about, [...earlier.slice(0, -1), ...stream.strand], stream);
    }
    default:
      return about satisfies never;
  }
}

type SessionEventRef = Extract<EventRef, { sessionId: string }>;

/** Uses the current state of the session, so a late "live" already has a title that arrived since. */
function sessionEvents(about: SessionEventRef, strand: Strand, { session: row, channel }: Stream): PlatformEvent[] {
  const ids = strand.map(({ id }) => id);
  const place = ids.indexOf(row.id);
  switch (about.kind) {
    case 'live': {
      const heardBy = graces.filter((grace) => grace <= row.longestGrace);
      return [{ kind: 'live', session: asSession(row), channel, part: partOf(heardBy, ids.slice(0, place + 1)) }];
    }
    case 'update':
      // Includes the earlier streams that this one continues, because their messages show it.
      return strand.slice(0, place + 1).flatMap((_, former): PlatformEvent[] => {
        const meant = gracesOf(strand, former);
        const [grace] = meant;
        if (grace === undefined) return [];
        const session = asSessionFor(strand.slice(former), grace);
        return [{ kind: 'update', session, channel, part: partOf(meant, ids) }];
      });
    case 'end': {
      const { grace } = about;
      const known = strand.slice(0, place + 1).findLastIndex(({ longestGrace }) => longestGrace >= grace);
      const session = forGrace(strand.slice(known), grace);
      const told = graces.find((each) => each === session.graceTold);
      // The stream returned before the end was passed on.
      if (told === undefined || told < grace) return [];
      const part = partOf([grace], ids.slice(0, place + 1));
      return [{ kind: 'end', grace, session: asSession(session), channel, part }];
    }
    default:
      return about satisfies never;
  }
}

const partOf = (meant: readonly Grace[], strand: readonly string[]): Part | undefined =>
  strand.length > 1 ? { graces: meant, strand } : undefined;
