import {
  addressFrom,
  type FileMove,
  type FileReason,
  namesakeQuery,
  perPlatform,
  platforms,
  type ServerId,
} from '@tally/contract';
import { AppError, type Ctx, type UploadedFile } from '@tally/kernel';
import { listChannels } from '@tally/pipeline/detection';
import { z } from 'zod';
import { findDiscordData } from '../../../places/index.ts';
import { compare, type Wanted, wantedIn } from '../../match/compare.ts';
import { type Chosen, counterpartsOf } from '../../match/counterparts.ts';
import { entryFrom, idOf, namedStreamer } from '../../match/entries.ts';
import { readFile, type SettingsFile } from '../../match/read-file.ts';
import { findFile, insertFile, updateFile } from '../../store.ts';
import type { MoveFileRow, MoveRow, StoredCandidate } from '../../tables.ts';
import { asked, getMove, openMove } from '../draft.ts';
import { allKinds } from './export.ts';
import { readEntries } from './homes.ts';

export async function startFile(ctx: Ctx, serverId: ServerId, upload: UploadedFile | undefined): Promise<FileMove> {
  const file = readFile(upload?.bytes ?? new Uint8Array());
  if (typeof file === 'string') throw new AppError(file);
  const candidates = await candidatesOf(ctx, serverId, file);
  const text = Buffer.from(upload?.bytes ?? [])
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const stored = { file: text, chosen: {}, outcome: null };
  const move = await openMove(
    ctx,
    serverId,
    { kind: 'file', candidates, leftOut: [], reading: null },
    async (tx, moveId) => await insertFile(tx, { moveId, ...stored }),
  );
  return await readFileMove(ctx, move, { moveId: move.id, ...stored });
}

const Streamer = z.object(namedStreamer);

/** The file's streamers, with the ids of their candidates. */
function streamersIn(file: SettingsFile) {
  const all = file.values.flatMap(({ what, value }, place) => {
    const streamer = what === 'streamers' ? Streamer.safeParse(value).data : undefined;
    return streamer ? [{ id: `s${place}`, key: idOf(entryFrom('streamers', streamer)), ...streamer }] : [];
  });
  return [...new Map(all.toReversed().map((each) => [each.key, each])).values()].toReversed();
}

/** Returns the streamers that are not followed yet. Most are already known, so only the others are looked up. */
async function candidatesOf(ctx: Ctx, serverId: ServerId, file: SettingsFile): Promise<readonly StoredCandidate[]> {
  const followed = new Set((await readEntries(ctx, serverId)).map(idOf));
  const fresh = streamersIn(file).filter(({ key }) => !followed.has(key));
  const known = perPlatform(() => new Map<string, NonNullable<StoredCandidate['channel']>>());
  for (const platform of platforms) {
    const ids = fresh.filter((each) => each.platform === platform).map(({ streamerId }) => streamerId);
    for (const channel of await listChannels(ctx.db, platform, ids)) known[platform].set(channel.id, channel);
  }
  return fresh.map(({ id, platform, streamerUserName: name, streamerId }) => {
    const wrote = addressFrom({ platform, name }, namesakeQuery(streamerId));
    const { problem: _, ...candidate } = asked(ctx, { wrote, platform });
    const channel = candidate.state === 'waiting' ? known[platform].get(streamerId) : undefined;
    const places = { id, channelId: null, pingRoleId: null };
    return { ...candidate, ...places, ...(channel ? { state: 'found' as const, channel } : {}) };
  });
}

export async function getFileMove(ctx: Ctx, serverId: ServerId, moveId: string) {
  const move = await getMove(ctx, serverId, moveId);
  const stored = move.kind === 'file' ? await findFile(ctx.db, move.id) : null;
  if (!stored) throw new AppError('notFound');
  return { move, stored };
}

/** Compares the stored file with the current server. */
export async function readComparison(ctx: Ctx, move: MoveRow, { file: text, chosen }: MoveFileRow) {
  const file = readFile(Buffer.from(text));
  if (typeof file === 'string') throw new AppError(file);
  const isSame = file.serverId === move.serverId;
  const discord = await findDiscordData(ctx, move.serverId, { types: allKinds, force: false });
  const ids = counterpartsOf(file, { isSame, discord, chosen });
  const places = [...file.channels, ...file.roles, ...file.emojis];
  const names = new Map(places.map(({ ref, name }) => [ref, name ?? ref]));
  const wanted = wantedIn(file, { serverId: move.serverId, ids, names, isSame });
  const current = await readEntries(ctx, move.serverId);
  const here = new Set(current.map(idOf));
  const candidates = new Map(move.candidates.map((each) => [each.id, each]));
  const streamers = new Map(streamersIn(file).map((each) => [each.key, { ...each, found: candidates.get(each.id) }]));
  const judged = wanted.map((entry): Wanted => {
    if (entry.reason !== null || here.has(idOf(entry))) return entry;
    const streamer = entry.what === 'streamers' ? streamers.get(idOf(entry)) : undefined;
    return streamer ? { ...entry, reason: reasonFor(streamer.found, streamer.streamerId) } : entry;
  });
  const channelOf = (entry: Wanted) => streamers.get(idOf(entry))?.found?.channel ?? null;
  return { file, ids, isSame, current, channelOf, ...compare(current, judged) };
}

function reasonFor(candidate: StoredCandidate | undefined, streamerId: string): FileReason | null {
  // The server has removed this streamer since the file was read.
  if (!candidate || candidate.state === 'waiting') return 'lookingUp';
  if (candidate.channel) return candidate.channel.id === streamerId ? null : 'otherChannel';
  return candidate.reason === 'off' || candidate.reason === 'usedUp' ? candidate.reason : 'notFound';
}

export async function readFileMove(ctx: Ctx, move: MoveRow, stored: MoveFileRow): Promise<FileMove> {
  const { file, ids, isSame, same, differences } = await readComparison(ctx, move, stored);
  const placeOf = (is: 'channel' | 'role') => (place: SettingsFile['channels'][number]) => ({
    ref: place.ref,
    is,
    name: place.name,
    category: place.category ?? null,
    id: (ids.get(place.ref) ?? null) as FileMove['places'][number]['id'],
  });
  const read = move.candidates.filter(({ state }) => state !== 'waiting').length;
  return {
    moveId: move.id,
    state: move.state,
    progress: { read, of: move.candidates.length },
    made: { serverName: file.serverName, at: file.at, isFromHere: isSame },
    isIntact: file.isIntact,
    places: [...file.channels.map(placeOf('channel')), ...file.roles.map(placeOf('role'))],
    lines: differences.map(({ line }) => line),
    same,
    outcome: stored.outcome,
    expiresAt: move.expiresAt,
  };
}

/** Later choices replace earlier ones. */
export async function changeFile(
  ctx: Ctx,
  serverId: ServerId,
  { moveId, chosen }: { readonly moveId: string; readonly chosen: Chosen },
): Promise<FileMove> {
  const { move, stored } = await getFileMove(ctx, serverId, moveId);
  if (move.state !== 'reading' && move.state !== 'ready') throw new AppError('conflict');
  const next = { ...stored, chosen: { ...stored.chosen, ...chosen } };
  await updateFile(ctx.db, move.id, { chosen: next.chosen });
  return await readFileMove(ctx, move, next);
}
