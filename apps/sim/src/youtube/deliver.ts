/** The hub's deliveries: Atom, signed over the exact bytes, repeated until the receiver answers 2xx. */

import { createHmac } from 'node:crypto';
import { sendDisturbed, takeMischief } from '../platform/mischief.ts';
import { writePush, writeTombstone } from './feed.ts';
import { isRunning, USER_AGENT } from './hub.ts';
import type { Creator, Delivery, Subscription, Video, YoutubeWorld } from './world.ts';

/** The hub publishes neither waits nor counts, so these are our choice. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000];
const REMEMBERED_DELIVERIES = 200;

interface Parcel {
  readonly subscription: Subscription;
  readonly body: string;
  readonly isForged: boolean;
}

/** Pushes a new video, title or description. The start and end of a scheduled stream send nothing. */
export const publish = (world: YoutubeWorld, creator: Creator, video: Video): void =>
  send(world, creator, { video, type: 'entry', body: writePush(creator, video) });

export const publishRemoval = (world: YoutubeWorld, creator: Creator, video: Video): void =>
  send(world, creator, { video, type: 'deleted-entry', body: writeTombstone(creator, video, world.doors.now()) });

function send(
  world: YoutubeWorld,
  creator: Creator,
  news: { video: Video; type: Delivery['type']; body: string },
): void {
  for (const subscription of world.subscriptions.values()) {
    if (subscription.channelId !== creator.channelId || !isRunning(world, subscription)) continue;
    const mischief = takeMischief(world);
    const delivery: Delivery = {
      type: news.type,
      handle: creator.handle,
      videoId: news.video.id,
      at: world.doors.now(),
      attempts: 0,
      outcome: 'waiting',
      status: null,
    };
    world.deliveries.unshift(delivery);
    world.deliveries.length = Math.min(world.deliveries.length, REMEMBERED_DELIVERIES);
    const parcel: Parcel = { subscription, body: news.body, isForged: mischief?.kind === 'forge' };
    sendDisturbed(world.doors, mischief, { delivery, send: () => void attempt(world, parcel, delivery) });
  }
  world.doors.changed('youtube');
}

async function attempt(world: YoutubeWorld, parcel: Parcel, delivery: Delivery): Promise<void> {
  const retry = delivery.attempts;
  delivery.attempts += 1;
  delivery.status = await post(world, parcel);
  if (delivery.status >= 200 && delivery.status < 300) {
    delivery.outcome = 'delivered';
    world.doors.tell('PUSHED', { subject: delivery.handle, isDelivered: true });
  } else {
    const wait = RETRY_AFTER_MS[retry];
    if (wait === undefined) {
      delivery.outcome = 'given up';
      world.doors.tell('PUSHED', { subject: delivery.handle, isDelivered: false });
    } else {
      world.doors.later(wait, () => void attempt(world, parcel, delivery));
    }
  }
  world.doors.changed('youtube');
}

/** Status 0 means no response, which counts like any other failure. */
async function post(world: YoutubeWorld, { subscription, body, isForged }: Parcel): Promise<number> {
  const { secret, topic, callback } = subscription;
  const key = isForged ? 'somebody-else' : secret;
  const signature = key === null ? null : createHmac('sha1', key).update(body).digest('hex');
  const headers = {
    'content-type': 'application/atom+xml',
    'user-agent': USER_AGENT,
    from: 'googlebot(at)googlebot.com',
    'cache-control': 'no-cache,max-age=0',
    link: `<${topic}>; rel=self, <https://pubsubhubbub.appspot.com/>; rel=hub`,
    ...(signature === null ? {} : { 'x-hub-signature': `sha1=${signature}` }),
  };
  return await world.doors.fetch(callback, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}
