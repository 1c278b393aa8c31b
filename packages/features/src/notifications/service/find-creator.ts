import { type Platform, type RumbleType, readPastedLink } from '@tally/contract';
import {
  AppError,
  type Channel,
  type Ctx,
  minutes,
  type PlatformConnection,
  type PlatformDefinition,
  UpstreamError,
} from '@tally/kernel';
import { platformOf } from './address.ts';

export interface Creator {
  readonly definition: PlatformDefinition;
  readonly connection: PlatformConnection;
  readonly channel: Channel;
}

/** Looks a creator up on their platform, by name or pasted address, so that a typo is noticed at once. */
export async function findCreator(
  ctx: Ctx,
  about: { readonly platform: Platform; readonly name: string; readonly rumbleType?: RumbleType | undefined },
): Promise<Creator> {
  const { definition, connection } = platformOf(ctx, about.platform);
  refuseOtherPlatform(ctx, definition, about.name);
  const name = definition.channelNameIn(about.name);
  const rumbleType = about.rumbleType ?? definition.rumbleTypeIn?.(about.name) ?? undefined;
  const channel = name === null ? null : await askOnce(ctx, { definition, connection, name, rumbleType });
  if (!channel) throw new AppError('noSuchChannel', { name: about.name, platform: definition.name });
  const followers = channel.followers ?? (await countFollowers(ctx, connection, channel));
  return { definition, connection, channel: { ...channel, followers } };
}

/** Looked at and added a moment later: one question. A name that nobody has is not asked about again either. */
const KEPT_MS = minutes(1);

async function askOnce(
  ctx: Ctx,
  about: {
    readonly definition: PlatformDefinition;
    readonly connection: PlatformConnection;
    readonly name: string;
    readonly rumbleType: RumbleType | undefined;
  },
): Promise<Channel | null> {
  const { definition, connection, name, rumbleType } = about;
  const key = `notifications/creators/${definition.id}/${rumbleType ?? ''}/${name}`;
  return await ctx.cache.get(key, KEPT_MS, () => connection.findChannel(name, { rumbleType }));
}

/** A link that leads to another platform is no name that this one could know. */
export function refuseOtherPlatform(ctx: Ctx, { id, name }: PlatformDefinition, typed: string): void {
  const found = readPastedLink(typed)?.platform;
  const other = ctx.platforms.definitions.find((each) => each.id === found);
  if (other && other.id !== id) throw new AppError('linkOfOtherPlatform', { platform: name, other: other.name });
}

/** Some platforms report this number with another call. It is nice to have, and no reason to refuse anybody. */
async function countFollowers(ctx: Ctx, connection: PlatformConnection, channel: Channel): Promise<number | null> {
  try {
    return (await connection.countFollowers?.(channel)) ?? null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ platform: channel.platform }, 'A platform did not say how many follow somebody.');
    return null;
  }
}
