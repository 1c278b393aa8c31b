import { type Platform, plainName, readPastedLink } from '@tally/contract';
import {
  AppError,
  type Channel,
  type Ctx,
  type FoundChannel,
  minutes,
  type NamedChannel,
  type PlatformConnection,
  type PlatformDefinition,
  UpstreamError,
} from '@tally/kernel';
import { platformOf } from '../address.ts';
import { listNear } from './near-names.ts';

export interface Creator {
  readonly definition: PlatformDefinition;
  readonly connection: PlatformConnection;
  readonly channel: Channel;
}

interface Wanted {
  readonly platform: Platform;
  readonly name: string;
  /** True if a person asked for this name, which justifies the cost of a search. */
  readonly isAsked?: boolean;
}

/** The result for a typed name. `several`: two channels match. `near`: none match, but some have similar names. */
export type Found =
  | { readonly kind: 'found'; readonly creator: Creator }
  | { readonly kind: 'several'; readonly channels: readonly Channel[] }
  | { readonly kind: 'near'; readonly names: readonly FoundChannel[] };

/** Looks up a creator on their platform by name or pasted URL, so a typo is noticed at once. */
export async function findCreator(ctx: Ctx, about: Wanted): Promise<Creator> {
  const found = await searchCreator(ctx, about);
  if (found.kind === 'found') return found.creator;
  const { definition } = platformOf(ctx, about.platform);
  throw refusalOf(found, { definition, typed: plainName(about.name) });
}

/** Does the same look-up for a caller that can ask which channel is meant. */
export async function searchCreator(ctx: Ctx, about: Wanted): Promise<Found> {
  const { definition, connection } = platformOf(ctx, about.platform);
  refuseOtherPlatform(ctx, definition, about.name);
  for (const name of namesIn(definition, about.name)) {
    const found = [];
    for (const address of definition.addressesOf?.(name) ?? [name]) {
      const channel = await askOnce(ctx, { definition, connection, name: address });
      if (channel) found.push(channel);
    }
    const [channel, ...others] = found;
    if (!channel) continue;
    if (others.length > 0) return { kind: 'several', channels: found };
    const followers = channel.followers ?? (await countFollowers(ctx, connection, channel));
    return { kind: 'found', creator: { definition, connection, channel: { ...channel, followers } } };
  }
  return { kind: 'near', names: await listNear(ctx, { definition, connection }, about) };
}

/** Each further name costs another request to the platform. */
const MOST_NAMES = 3;

/** Returns the names that a typed text may mean, likeliest first. */
function namesIn({ channelNameIn, otherNamesIn }: PlatformDefinition, typed: string): readonly string[] {
  const names = [typed, ...(otherNamesIn?.(typed) ?? [])].flatMap((each) => channelNameIn(each) ?? []);
  return [...new Set(names)].slice(0, MOST_NAMES);
}

/** Returns the refusal for a caller that cannot ask which channel is meant. */
export function refusalOf(
  found: Exclude<Found, { kind: 'found' }>,
  { definition, typed }: { readonly definition: PlatformDefinition; readonly typed: string },
): AppError {
  const values = { name: typed.trim(), platform: definition.name };
  if (found.kind === 'several')
    return new AppError('severalChannels', { ...values, links: found.channels.map(({ url }) => url).join(' · ') });
  if (found.names.length === 0) return new AppError('noSuchChannel', values);
  return new AppError('noSuchChannelButNear', { ...values, near: found.names.map(shownWithName).join(', ') });
}

/** Formats a channel as `Lumi Vale (lumi-vale)`, or as the name alone if both are the same. */
export const shownWithName = ({ name, displayName }: NamedChannel): string =>
  displayName.toLowerCase() === name.toLowerCase() ? displayName : `${displayName} (${name})`;

/** Long enough that looking a creator up and then adding them costs one request. Unknown names are cached too. */
const KEPT_MS = minutes(1);

async function askOnce(
  ctx: Ctx,
  about: {
    readonly definition: PlatformDefinition;
    readonly connection: PlatformConnection;
    readonly name: string;
  },
): Promise<Channel | null> {
  const { definition, connection, name } = about;
  const key = `notifications/creators/${definition.id}/${name}`;
  return await ctx.cache.get(key, KEPT_MS, () => connection.stream.findChannel(name));
}

/** Refuses a link to another platform, because it is not a name on this one. */
export function refuseOtherPlatform(ctx: Ctx, { id, name }: PlatformDefinition, typed: string): void {
  const found = readPastedLink(typed)?.platform;
  const other = ctx.platforms.definitions.find((each) => each.id === found);
  if (other && other.id !== id) throw new AppError('linkOfOtherPlatform', { platform: name, other: other.name });
}

/** Some platforms report this number in another call. It is optional, so a failure is ignored. */
async function countFollowers(ctx: Ctx, connection: PlatformConnection, channel: Channel): Promise<number | null> {
  try {
    return (await connection.followers?.countFollowers(channel)) ?? null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ platform: channel.platform }, 'A platform did not say how many follow somebody.');
    return null;
  }
}
