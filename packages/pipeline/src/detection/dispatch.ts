import { type Channel, type Ctx, type Feature, handleJob, type PlatformEvent } from '@tally/kernel';
import { type Happening, type Tidings, tellAll, tellFeature, tellStart } from './announce.ts';
import { graceOf } from './decide.ts';
import { learnDetails } from './details.ts';
import { asSession } from './session.ts';
import { findChannel } from './store/channels.ts';
import { listScenes } from './store/sessions.ts';
import { findVideo } from './store/videos.ts';
import type { SessionRow } from './tables.ts';
import { queueLooks } from './wish.ts';

export const dispatchJobs = [
  handleJob(tellAll, tell),
  handleJob(tellStart, async (ctx, { kind, sessionId, look }, { attempt }) => {
    const isWhole = await learnDetails(ctx, sessionId);
    await tell(ctx, { about: { kind, sessionId }, ...(isWhole ? {} : { look }) });
    // A failed attempt may have told some features without the title.
    if (attempt > 1) await tell(ctx, { about: { kind: 'update', sessionId } });
  }),
  handleJob(tellFeature, async (ctx, { feature: name, about }) => {
    const feature = ctx.features.find((each) => each.name === name);
    if (feature?.platform) await tellEach(ctx, feature, await eventsOf(ctx, about));
  }),
] as const;

/**
 * Tells every feature what detection decided, side by side. A feature that fails gets a job of its own, which is
 * retried without telling the others twice.
 */
async function tell(ctx: Ctx, { about, look }: Tidings): Promise<void> {
  const events = await eventsOf(ctx, about);
  const listening = ctx.features.filter((feature) => feature.platform);
  const outcomes = await Promise.allSettled(listening.map((feature) => tellEach(ctx, feature, events)));
  const failed = listening.filter((_, index) => outcomes[index]?.status === 'rejected');
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') ctx.log.warn({ err: outcome.reason }, 'a feature could not take in an event');
  }
  const again = failed.map(({ name }) => ({ feature: name, about }));
  if (again.length > 0) await ctx.queue.sendMany(tellFeature, again);
  if (look) await queueLooks(ctx, undefined, [look]);
}

async function tellEach(ctx: Ctx, feature: Feature, events: readonly PlatformEvent[]): Promise<void> {
  for (const event of events) await feature.platform?.(ctx, event);
}

async function eventsOf(ctx: Ctx, about: Happening): Promise<PlatformEvent[]> {
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
      const [scene] = await listScenes(ctx.db, [about.sessionId]);
      return scene ? sessionEvents(about, scene.session, scene.channel) : [];
    }
    default:
      return about satisfies never;
  }
}

type SessionHappening = Extract<Happening, { sessionId: string }>;

/** The session as it is now, not as it was: a late "live" already carries the title that came meanwhile. */
function sessionEvents(about: SessionHappening, row: SessionRow, channel: Channel): PlatformEvent[] {
  const scene = { session: asSession(row), channel };
  const told = graceOf(row.graceTold);
  switch (about.kind) {
    case 'live':
      return [{ kind: 'live', ...scene }];
    case 'update':
      return [{ kind: 'update', ...scene }];
    case 'end':
      // It has come back before this was told.
      return told === null || told < about.grace ? [] : [{ kind: 'end', grace: about.grace, ...scene }];
    default:
      return about satisfies never;
  }
}
