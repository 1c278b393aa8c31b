import { addressFrom, type NamesakeWord, type Platform, plainName, type ServerId } from '@tally/contract';
import { AppError, type Ctx, type PlatformConnection, type PlatformDefinition } from '@tally/kernel';
import { findStreamer, type StreamerAddress } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';

export function addressOf(
  params: { guildId: ServerId; platform: Platform; streamer: string },
  query: NamesakeWord,
): StreamerAddress {
  const { guildId: serverId, platform, streamer: name } = params;
  return { serverId, platform, name: addressFrom({ platform, name }, query) };
}

export async function getStreamer(ctx: Ctx, address: StreamerAddress): Promise<StreamerRow> {
  const row = await findStreamer(ctx.db, address);
  if (!row) throw new AppError('streamerNotFound', { name: plainName(address.name) });
  return row;
}

/** Returns a platform that this installation watches, or refuses it. */
export function platformOf(ctx: Ctx, platform: Platform): WatchedPlatform {
  const definition = ctx.platforms.definitions.find((each) => each.id === platform);
  const connection = ctx.platforms.find(platform);
  if (!definition) throw new AppError('notBuilt');
  if (!connection) throw new AppError('platformOff', { platform: definition.name });
  return { definition, connection };
}

export interface WatchedPlatform {
  readonly definition: PlatformDefinition;
  readonly connection: PlatformConnection;
}

/** Lists the platforms that this installation watches. */
export const listWatched = ({ platforms }: Pick<Ctx, 'platforms'>): readonly WatchedPlatform[] =>
  platforms.definitions.flatMap((definition) => {
    const connection = platforms.find(definition.id);
    return connection ? [{ definition, connection }] : [];
  });

/** Refuses video settings on a platform without videos of its own. */
export function requireVideos(ctx: Ctx, platform: Platform): void {
  const { definition } = platformOf(ctx, platform);
  if (!definition.capabilities.includes('videos'))
    throw new AppError('platformHasNoVideos', { platform: definition.name });
}
