import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx, PushTopic } from '@tally/kernel';
import { findChannel, reasonsOfTopics, unwatch, watch } from '@tally/pipeline/detection';
import { listStreamersOf, type StreamerRow } from '../../streamers/index.ts';
import { kindsOf, LOGGED_ON } from '../match.ts';
import { deletePlaces, listPlacesOf, savePlace } from '../store.ts';
import type { PlaceRow } from '../tables.ts';

const topics = Object.keys(reasonsOfTopics) as readonly PushTopic[];

type Logged = Pick<StreamerRow, 'id' | 'serverId' | 'channelId'> & Pick<PlaceRow, 'postChannelId' | 'kinds'>;

/** Updates logs in the transaction that changes the server's streamers, so both always match. */
export async function followStreamers(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  const before = await listPlacesOf(tx, serverId);
  const wanted = (await listStreamersOf(tx, serverId)).flatMap((row) => loggedOf(row) ?? []);
  const gone = before.filter(({ streamerId }) => !wanted.some(({ id }) => id === streamerId));
  await deletePlaces(
    tx,
    gone.map(({ streamerId }) => streamerId),
  );
  for (const { kickChannelId: channelId } of gone) {
    for (const topic of topics) await drop(tx, { serverId, channelId }, topic);
  }
  for (const logged of wanted) await follow(ctx, tx, logged);
}

function loggedOf(row: StreamerRow): Logged | null {
  const { id, serverId, channelId, settings } = row;
  const { auditLogsEnabled, auditLogsChannelId } = settings;
  const kinds = kindsOf(settings.auditLogKinds);
  if (row.platform !== LOGGED_ON || !auditLogsEnabled || !auditLogsChannelId || kinds.length === 0) return null;
  return { id, serverId, channelId, postChannelId: auditLogsChannelId, kinds };
}

async function follow(ctx: Ctx, tx: Db, logged: Logged): Promise<void> {
  const { id: streamerId, serverId, channelId: kickChannelId, postChannelId, kinds } = logged;
  // A manager who changes a log expects to see it work, so saving also resumes a paused log.
  await savePlace(tx, { streamerId, serverId, kickChannelId, postChannelId, kinds, pausedBy: null });
  const channel = await findChannel(tx, LOGGED_ON, kickChannelId);
  if (!channel) return;
  for (const topic of topics) {
    if (isNeeded(topic, kinds)) await watch(ctx, tx, { channel, reason: reasonsOfTopics[topic], holder: serverId });
    else await drop(tx, logged, topic);
  }
}

/** Kick pushes subscriptions and gifts for every followed channel, so they need no extra topic. */
function isNeeded(topic: PushTopic, kinds: PlaceRow['kinds']): boolean {
  switch (topic) {
    case 'moderation':
      return kinds.includes('ban') || kinds.includes('timeout');
    case 'kicks':
      return kinds.includes('kicks');
    case 'follows':
      return kinds.includes('follow');
    default:
      return topic satisfies never;
  }
}

const drop = async (tx: Db, { serverId, channelId }: Pick<Logged, 'serverId' | 'channelId'>, topic: PushTopic) =>
  await unwatch(tx, { platform: LOGGED_ON, channelId, reason: reasonsOfTopics[topic], holder: serverId });
