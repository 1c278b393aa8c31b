import type { PlatformDoors, Push, PushReading } from '@tally/kernel';
import { hintsOf, isGenuine, isHandshake, readHandshake } from './read-push.ts';

export async function readPush({ config, log }: PlatformDoors, push: Push): Promise<PushReading> {
  const { hubSecret } = config.youtube;
  if (push.query['hub.mode'] === 'denied') {
    log.warn({ topic: push.query['hub.topic'], reason: push.query['hub.reason'] }, 'the hub of YouTube ended a lease');
    return { kind: 'ignored' };
  }
  if (isHandshake(push)) return readHandshake(push, hubSecret);
  if (!isGenuine(push.headers['x-hub-signature'], push.body, hubSecret)) {
    // https://www.w3.org/TR/websub/#signature-validation
    return { kind: 'refused', reason: 'it is not signed by the hub', isHidden: true };
  }
  const hints = hintsOf(push);
  if (hints.length > 0) return { kind: 'hints', hints };
  log.warn({ sample: Buffer.from(push.body).toString('utf8', 0, 200) }, 'a push of YouTube is hard to understand');
  return { kind: 'ignored' };
}
