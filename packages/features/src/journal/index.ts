import { defineFeature } from '@tally/kernel';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { recheckServer } from './service/preflight.ts';
import { countPosts } from './service/read.ts';
import { aboutServer } from './service/staff.ts';

export { type About, aboutOf, type MessagesDraft, type StreamerDraft } from './service/about.ts';
export type { Renewed } from './service/hooks.ts';
export { notifyAboutBroken, notifyManagersSoon } from './service/notify-managers.ts';
export { findStopped, postNow } from './service/post-now.ts';
export { loadChannels, loadVideos, withClipPages } from './service/subjects.ts';
export { troubleIn } from './service/trouble.ts';

/** Records each message that is due and its outcome, and checks whether the bot may post where it should. */
export const journal = defineFeature({
  name: 'journal',
  routes,
  gateway,
  jobs,
  recheckServer,
  staff: { aboutServer },
  home: { facts: countPosts },
});
