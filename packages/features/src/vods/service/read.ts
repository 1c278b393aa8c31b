import type {
  OwnRecording,
  Recording,
  RecordingReason,
  RecordingState,
  Recordings,
  ServerId,
  StoredRecording,
  UserId,
} from '@tally/contract';
import { type Ctx, say } from '@tally/kernel';
import { findStreamsOf, type OfStream } from '../../notifications/index.ts';
import { listManageable, planOf } from '../../servers/index.ts';
import { listStreamersOf } from '../../streamers/index.ts';
import { bytesOf, choicesOf } from '../match.ts';
import { findKeepHours, type Kept, listKeepers, listKept } from '../store/keepers.ts';
import { listLatest, sumSpace, sumSpaceOf } from '../store/recordings.ts';
import type { RecordingRow } from '../tables.ts';

const MOST = 100;

/** The facts for anyone who may know of the recording. */
export const factsOf = (row: RecordingRow, streamerUserName: string) => ({
  id: row.id,
  platform: row.platform,
  streamerUserName,
  title: row.title,
  url: row.url,
  startedAt: row.startedAt,
  durationSeconds: row.durationSeconds,
  bytes: row.bytes,
  thumbnailUrl: row.thumbnailUrl,
});

/** The facts with which we find the recording's stream. */
export const ofStream = ({ platform, channelId, videoId, startedAt }: RecordingRow): OfStream => ({
  platform,
  channelId,
  id: videoId,
  publishedAt: startedAt,
});

/** The URL of the watch page, which anyone with the URL can open. */
export const watchUrlOf = ({ config }: Ctx, { recording, keeper }: Kept): string =>
  `${config.webUrl}/vods/${keeper.serverId}/${recording.id}`;

/** Returns the recordings as one server sees them. */
export async function viewsIn(ctx: Ctx, serverId: ServerId, those: readonly Kept[]): Promise<Recording[]> {
  const streamOf = await findStreamsOf(
    ctx,
    serverId,
    those.map(({ recording }) => ofStream(recording)),
  );
  return those.map((kept) => ({ ...viewOf(ctx, kept), post: streamOf(ofStream(kept.recording)).post }));
}

function viewOf(ctx: Ctx, { recording, keeper }: Kept): Omit<Recording, 'post'> {
  const { state, reason } = standingOf({ recording, keeper });
  const isKept = state === 'kept';
  const { reckonedBytes, doneBytes } = recording;
  return {
    ...factsOf(recording, keeper.streamerName),
    state,
    reason,
    message: reason && say(ctx.locale, `vods.${reason}`),
    progress: state === 'saving' && reckonedBytes ? Math.min(99, Math.floor((doneBytes / reckonedBytes) * 100)) : null,
    savedAt: recording.savedAt,
    allowedUntil: keeper.allowedUntil,
    watchUrl: isKept ? watchUrlOf(ctx, { recording, keeper }) : null,
  };
}

/** The server's own reason takes precedence, because other servers may have the file. */
export function standingOf({ recording, keeper }: Kept): { state: RecordingState; reason: RecordingReason | null } {
  const { reason } = keeper;
  if (reason === 'expired' || reason === 'removed') return { state: 'over', reason };
  // If a copy existed, it has now ended. A later stream only has a link.
  if (reason === 'withdrawn' && keeper.allowedUntil) return { state: 'over', reason };
  if (reason) return { state: 'link', reason };
  return { state: recording.state, reason: recording.reason };
}

export async function readRecordings(ctx: Ctx, serverId: ServerId): Promise<Recordings> {
  const [kept, plan, used, hours, streamers] = await Promise.all([
    listKept(ctx.db, [serverId], MOST),
    planOf(ctx, serverId),
    sumSpaceOf(ctx.db, [serverId]),
    findKeepHours(ctx.db, [serverId]),
    listStreamersOf(ctx.db, serverId),
  ]);
  return {
    recordings: await viewsIn(ctx, serverId, kept),
    usedBytes: used.get(serverId) ?? 0,
    mostBytes: bytesOf(ctx.config.RECORDINGS_GB_PER_SERVER),
    keepHours: hours.get(serverId) ?? null,
    choices: choicesOf(plan),
    savingStreamers: streamers.filter(({ settings }) => settings.enableVodDownloading === true).length,
    mostStreamers: plan.ceilings.vodStreamers,
  };
}

/** Lists the recordings of all servers that the person manages. */
export async function readOwn(ctx: Ctx, userId: UserId): Promise<OwnRecording[]> {
  const servers = (await listManageable(ctx, userId, { force: false })).filter(({ isBotIn }) => isBotIn);
  const names = new Map(servers.map(({ id, name }) => [id, name]));
  const kept = await listKept(ctx.db, [...names.keys()], MOST);
  const views = new Map<Kept, Recording>();
  for (const [serverId, those] of Map.groupBy(kept, ({ keeper }) => keeper.serverId)) {
    const seen = await viewsIn(ctx, serverId, those);
    for (const [place, each] of those.entries()) views.set(each, seen[place] as Recording);
  }
  return kept.map((each) => {
    const guildId = each.keeper.serverId;
    return { ...(views.get(each) as Recording), guildId, serverName: names.get(guildId) ?? guildId };
  });
}

export async function readStored(ctx: Ctx) {
  const rows = await listLatest(ctx.db, MOST);
  const byRecording = Map.groupBy(
    await listKeepers(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ recordingId }) => recordingId,
  );
  const recordings = rows.map((row): StoredRecording => {
    const keepers = byRecording.get(row.id) ?? [];
    const servers = keepers
      .filter(({ reason }) => reason === null)
      .map(({ serverId: guildId, allowedUntil }) => ({ guildId, allowedUntil }));
    return {
      ...factsOf(row, keepers[0]?.streamerName ?? row.channelName),
      state: row.state,
      reason: row.reason,
      servers,
    };
  });
  return { recordings, usedBytes: await sumSpace(ctx.db), mostBytes: bytesOf(ctx.config.RECORDINGS_GB) };
}
