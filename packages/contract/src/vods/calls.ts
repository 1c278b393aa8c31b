import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { anyone, manager, onlySelf, staff, user } from '../wire/access.ts';
import { isoDate, queryFlag, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, epochMs, FileKey, RowId } from '../wire/fields.ts';
import { ChannelId, ServerId, UserId } from '../wire/ids.ts';

/** The possible hours for keeping recordings. A plan allows some of these. */
export const keepHours = [12, 24, 48, 72, 168, 336] as const;

/** `link`: the recording is only linked to the platform, not kept. `over`: it was kept and is now deleted. */
export const recordingStates = ['waiting', 'saving', 'kept', 'link', 'failed', 'over'] as const;
export const RecordingState = z.enum(recordingStates);
export type RecordingState = z.infer<typeof RecordingState>;

/** Why a recording is not kept, or no longer kept. The text `vods.<reason>` explains it. */
export const recordingReasons = [
  'platform',
  'forSubscribers',
  'blocked',
  'gone',
  'tooManyStreamers',
  'serverSpace',
  'totalSpace',
  'diskSpace',
  'unreadable',
  'unreachable',
  'expired',
  'removed',
  'withdrawn',
] as const;
export const RecordingReason = z.enum(recordingReasons);
export type RecordingReason = z.infer<typeof RecordingReason>;

/** The size of files in bytes, because a long stream is too large for a `count`. */
const bytes = z.int().min(0);

const recording = {
  id: RowId,
  platform: Platform,
  streamerUserName: z.string(),
  title: z.string().nullable(),
  /** The recording's page on the platform. */
  url: z.string(),
  startedAt: isoDate,
  durationSeconds: count.nullable(),
  bytes: bytes.nullable(),
  thumbnailUrl: z.string().nullable(),
};

/** A recording as one server sees it. */
export const Recording = z
  .object({
    ...recording,
    state: RecordingState,
    reason: RecordingReason.nullable(),
    message: sentence.nullable(),
    /** How much is stored, in percent. */
    progress: count.max(100).nullable(),
    savedAt: isoDate.nullable(),
    allowedUntil: isoDate.nullable(),
    /** Our own page for the recording. Null if the recording cannot be watched there. */
    watchUrl: z.string().nullable(),
    /** The Discord message about the recording or its stream. Null if none was posted, or if it is no longer known. */
    post: z.object({ channelId: ChannelId, url: z.string() }).nullable(),
  })
  .meta({ id: 'Recording' });
export type Recording = z.infer<typeof Recording>;

export const OwnRecording = Recording.extend({ guildId: ServerId, serverName: z.string() }).meta({
  id: 'OwnRecording',
});
export type OwnRecording = z.infer<typeof OwnRecording>;

export const Recordings = z
  .object({
    recordings: z.array(Recording),
    usedBytes: bytes,
    mostBytes: bytes,
    /** The server's choice. Null means as long as the plan allows. */
    keepHours: count.nullable(),
    /** The choices that the plan allows, in hours. */
    choices: z.array(count),
    savingStreamers: count,
    mostStreamers: count,
  })
  .meta({ id: 'Recordings' });
export type Recordings = z.infer<typeof Recordings>;

export const RecordingPage = z
  .object({
    ...recording,
    allowedUntil: isoDate,
    /** The server that keeps the recording. */
    server: z.object({ name: z.string(), icon: z.string().nullable() }),
    /** The categories, with the second at which each one began. Empty if the platform named none. */
    chapters: z.array(z.object({ name: z.string(), atSeconds: count })),
  })
  .meta({ id: 'RecordingPage' });
export type RecordingPage = z.infer<typeof RecordingPage>;

/** One recording with all the servers that have it. */
export const StoredRecording = z
  .object({
    ...recording,
    state: RecordingState,
    reason: RecordingReason.nullable(),
    servers: z.array(z.object({ guildId: ServerId, allowedUntil: isoDate.nullable() })),
  })
  .meta({ id: 'StoredRecording' });
export type StoredRecording = z.infer<typeof StoredRecording>;

/** A link with which a server can watch a recording until the given day. */
export const VodLink = z
  .object({ guildId: ServerId, tempUrl: z.string(), allowedUntil: isoDate })
  .meta({ id: 'VodLink' });
export type VodLink = z.infer<typeof VodLink>;

export const VodFile = z
  .object({
    key: z.string(),
    tempUrl: z.string(),
    allowedGuilds: z.array(ServerId),
    contentType: z.string().optional(),
    contentLength: z.int().optional(),
    expiresAt: z.string().optional(),
    lastModified: epochMs.optional(),
  })
  .meta({ id: 'VodFile' });
export type VodFile = z.infer<typeof VodFile>;

/** Whether servers may keep recordings of the caller's own streams, and the recordings that they have now. */
export const RecordingPermission = z
  .object({
    platform: Platform,
    streamerUserName: z.string(),
    isAllowed: z.boolean(),
    copies: count,
  })
  .meta({ id: 'RecordingPermission' });
export type RecordingPermission = z.infer<typeof RecordingPermission>;

const named = z.object({ fileKey: FileKey });
const inServer = z.object({ guildId: ServerId, recordingId: RowId });

export const vods = {
  countVods: endpoint({
    method: 'GET',
    path: '/data/vods',
    summary: 'How many recordings are registered and stored.',
    access: staff,
    reply: z.object({ registeredFiles: count, totalVodsInR2: count }),
  }),
  watchVod: endpoint({
    method: 'GET',
    path: '/data/vods/{guildId}/{fileKey}',
    summary: "Redirects to a recording's short-lived address.",
    access: anyone,
    params: z.object({ guildId: ServerId, fileKey: FileKey }),
    query: z.object({ noRedirect: queryFlag.optional() }),
    reply: VodLink,
    answers: 'redirect',
  }),
  getVod: endpoint({
    method: 'GET',
    path: '/data/vods/{fileKey}',
    summary: 'A stored recording and its access.',
    access: staff,
    isPersonal: true,
    params: named,
    reply: VodFile,
  }),
  removeVod: endpoint({
    method: 'DELETE',
    path: '/data/vods/{fileKey}',
    summary: 'Deletes a stored recording.',
    access: staff,
    isSlow: true,
    params: named,
    reply: z.literal(true),
  }),
  showRecording: endpoint({
    method: 'GET',
    path: '/data/recordings/{guildId}/{fileKey}',
    summary: "A recording's details, for the page to watch it.",
    access: anyone,
    params: z.object({ guildId: ServerId, fileKey: FileKey }),
    reply: RecordingPage,
  }),
  listStored: endpoint({
    method: 'GET',
    path: '/data/recordings',
    summary: 'The latest recordings of all servers, newest first, and their used space.',
    access: staff,
    isPersonal: true,
    reply: z.object({ recordings: z.array(StoredRecording), usedBytes: bytes, mostBytes: bytes }),
  }),
  listRecordings: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/recordings',
    summary: 'The latest recordings of a server, newest first, and the limits of its plan.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    reply: Recordings,
  }),
  listOwnRecordings: endpoint({
    method: 'GET',
    path: '/data/user/{userId}/recordings',
    summary: 'The latest recordings of all servers that the caller manages, newest first.',
    access: onlySelf('userId'),
    params: z.object({ userId: UserId }),
    reply: z.array(OwnRecording),
  }),
  getRecordingPermission: endpoint({
    method: 'GET',
    path: '/@me/recordings/permission',
    summary: "True if servers may save the caller's Kick streams. Null without a linked account.",
    access: user,
    reply: RecordingPermission.nullable(),
  }),
  changeRecordingPermission: endpoint({
    method: 'PATCH',
    path: '/@me/recordings/permission',
    summary: 'Allows copies, or withdraws the permission. Withdrawing immediately deletes the copies of all servers.',
    access: user,
    body: z.object({ isAllowed: z.boolean() }),
    reply: sentence,
  }),
  keepRecording: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/recordings/{recordingId}',
    summary: 'Sets how many hours a recording is kept after it was saved.',
    access: manager('guildId'),
    flag: 'AllowVodFeatures',
    params: inServer,
    body: z.object({ hours: z.literal(keepHours) }),
    reply: Recording,
  }),
  dropRecording: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/recordings/{recordingId}',
    summary: 'Removes a recording from a server. The file is deleted when no server has it.',
    access: manager('guildId'),
    params: inServer,
    reply: Recording,
  }),
} as const satisfies Home;
