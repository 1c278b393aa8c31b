import type { RecordingPage, ServerId, VodFile, VodLink } from '@tally/contract';
import { contentTypeOf } from '@tally/infra/files';
import { AppError, type Ctx, type StreamSession } from '@tally/kernel';
import { findStreamsOf } from '../../notifications/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { findKept, type Kept, listKeepers } from '../store/keepers.ts';
import { findRecording } from '../store/recordings.ts';
import type { RecordingRow } from '../tables.ts';
import { factsOf, ofStream, standingOf } from './read.ts';

const ADDRESS_SECONDS = 3_600;

interface Open extends Kept {
  readonly fileKey: string;
  readonly allowedUntil: Date;
}

/**
 * Gives the same answer for a made-up key, a key of another server, and an unsaved recording. A key that was once valid
 * gets "gone".
 */
async function getOpen(ctx: Ctx, serverId: ServerId, recordingId: string): Promise<Open> {
  const kept = await findKept(ctx.db, serverId, recordingId);
  if (!kept) throw new AppError('notFound');
  const { allowedUntil } = kept.keeper;
  const { state } = standingOf(kept);
  const isOver = allowedUntil !== null && allowedUntil <= ctx.clock.now();
  if (state === 'over' || isOver) throw new AppError('recordingGone');
  const { fileKey } = kept.recording;
  if (state !== 'kept' || !fileKey || !allowedUntil) throw new AppError('notFound');
  return { ...kept, fileKey, allowedUntil };
}

/** Returns a link that expires soon, at the latest when the server's copy does. */
export async function openVod(ctx: Ctx, serverId: ServerId, recordingId: string): Promise<VodLink> {
  const { fileKey, allowedUntil } = await getOpen(ctx, serverId, recordingId);
  const left = Math.ceil((allowedUntil.getTime() - ctx.clock.now().getTime()) / 1_000);
  const tempUrl = await ctx.files.signedUrl(fileKey, Math.min(ADDRESS_SECONDS, left));
  return { guildId: serverId, tempUrl, allowedUntil };
}

export async function showRecording(ctx: Ctx, serverId: ServerId, recordingId: string): Promise<RecordingPage> {
  const { recording, keeper, allowedUntil } = await getOpen(ctx, serverId, recordingId);
  const [looks, streamOf] = await Promise.all([
    listSummaries(ctx, [serverId]),
    findStreamsOf(ctx, serverId, [ofStream(recording)]),
  ]);
  const { name = '', iconUrl = null } = looks.get(serverId) ?? {};
  return {
    ...factsOf(recording, keeper.streamerName),
    allowedUntil,
    server: { name, icon: iconUrl },
    chapters: chaptersOf(recording, streamOf(ofStream(recording)).session),
  };
}

/** Leaves out categories that ended before the recording began. */
function chaptersOf({ startedAt, durationSeconds }: RecordingRow, session: StreamSession | null) {
  const chapters = (session?.categories ?? []).map(({ name, from }) => ({
    name,
    atSeconds: Math.max(0, Math.round((from.getTime() - startedAt.getTime()) / 1_000)),
  }));
  return chapters.filter(
    ({ atSeconds }, place) =>
      atSeconds < (durationSeconds ?? Number.POSITIVE_INFINITY) && chapters[place + 1]?.atSeconds !== atSeconds,
  );
}

/** Returns the file to staff, for any server. */
export async function readVod(ctx: Ctx, recordingId: string): Promise<VodFile> {
  const recording = await findRecording(ctx.db, recordingId);
  if (!recording?.fileKey) throw new AppError('notFound');
  const holding = (await listKeepers(ctx.db, [recordingId])).filter(({ reason }) => reason === null);
  const ends = holding.flatMap(({ allowedUntil }) => allowedUntil?.getTime() ?? []);
  return {
    key: recording.id,
    tempUrl: await ctx.files.signedUrl(recording.fileKey, ADDRESS_SECONDS, { downloadName: `${recording.id}.mp4` }),
    allowedGuilds: holding.map(({ serverId }) => serverId),
    contentType: contentTypeOf(recording.fileKey),
    ...(recording.bytes === null ? {} : { contentLength: recording.bytes }),
    ...(ends.length === 0 ? {} : { expiresAt: new Date(Math.max(...ends)).toISOString() }),
    ...(recording.savedAt ? { lastModified: recording.savedAt.getTime() } : {}),
  };
}
