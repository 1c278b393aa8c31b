import { type EmotePlatform, type EmoteSets, type EmoteSource, platformNames } from '@tally/contract';
import { AppError, type Channel, type Ctx, type EmoteList, minutes, UpstreamError } from '@tally/kernel';
import { findChannelTyped } from '@tally/pipeline/detection';
import { emoteAddress } from '@tally/platforms/emote-address';
import { emoteSets, knowsPlatform, listEmoteSet } from '@tally/platforms/emote-sets';

const LISTS_KEPT_MS = minutes(5);

type Asked = { readonly platform: EmotePlatform; readonly username: string };

/** Lists a channel's emotes by source. A source that fails becomes an empty tab instead of an error. */
export async function listEmotes(ctx: Ctx, { platform, username }: Asked): Promise<EmoteSets> {
  const channel = await findChannel(ctx, platform, username);
  const others = ctx.config.emotes.isOff ? [] : emoteSets.filter((set) => knowsPlatform(set, platform));
  const sources = await Promise.all([
    askSource(ctx, { source: platform, channel, ask: () => ownEmotes(ctx, platform, channel) }),
    ...others.map((set) =>
      askSource(ctx, { source: set, channel, ask: () => listEmoteSet(ctx, set, { platform, id: channel.id }) }),
    ),
  ]);
  return { username: channel.displayName, sets: sources.flat() };
}

async function findChannel(ctx: Ctx, platform: EmotePlatform, username: string): Promise<Channel> {
  if (!ctx.platforms.with('stream').has(platform)) throw new AppError('unavailable');
  const channel = await findChannelTyped(ctx, platform, username);
  if (!channel) throw new AppError('noSuchChannel', { name: username, platform: platformNames[platform] });
  return channel;
}

async function ownEmotes(ctx: Ctx, platform: EmotePlatform, channel: Channel): Promise<readonly EmoteList[]> {
  const emotes = ctx.platforms.with('emotes').get(platform);
  if (!emotes) throw new UpstreamError({ world: platform, kind: 'down', message: 'emotes are switched off' });
  return (await emotes.listEmotes(channel)) ?? [];
}

interface Question {
  readonly source: EmoteSource;
  readonly channel: Channel;
  readonly ask: () => Promise<readonly EmoteList[]>;
}

async function askSource(ctx: Ctx, { source, channel, ask }: Question): Promise<EmoteSets['sets']> {
  try {
    const key = `emotes/lists/${source}/${channel.platform}/${channel.id}`;
    const lists = await ctx.cache.get(key, LISTS_KEPT_MS, ask);
    return lists.flatMap((list) => setsOf(ctx, source, list));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, source }, 'A source of emotes does not answer.');
    return [{ name: names[source], source, of: 'channel', isUnavailable: true, emotes: [] }];
  }
}

const names: Readonly<Record<EmoteSource, string>> = {
  kick: 'Kick',
  twitch: 'Twitch',
  '7tv': '7TV',
  betterttv: 'BetterTTV',
  frankerfacez: 'FrankerFaceZ',
};

/** Splits a channel's list into sets, by who may use the emotes. */
function setsOf(ctx: Ctx, source: EmoteSource, list: EmoteList): EmoteSets['sets'] {
  const isPlatform = Object.hasOwn(platformNames, source);
  const kinds = list.of === 'everybody' ? (['global'] as const) : (['channel', 'subscribers'] as const);
  return kinds.flatMap((of) => {
    const emotes = list.emotes.filter(({ isForSubscribers }) => isForSubscribers === (of === 'subscribers'));
    if (emotes.length === 0) return [];
    return {
      name: isPlatform ? `${names[source]} ${list.isEmojis ? 'emojis' : of}` : names[source],
      source,
      of,
      ...(list.isEmojis && { isEmojis: true }),
      isUnavailable: false,
      emotes: emotes.map(({ id, name, isAnimated, isForSubscribers, isOverlay }) => ({
        id,
        name: name.replace(/[\p{Cc}\p{Cs}]/gu, '') || id,
        // If the source does not report this, only the file shows whether the emote is animated: see the preview.
        animated: isAnimated ?? false,
        subOnly: isForSubscribers,
        ...(isOverlay && { zeroWidth: true }),
        url: emoteAddress(ctx.config, { source, id }),
      })),
    };
  });
}
