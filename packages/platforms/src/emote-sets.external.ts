/** The responses of 7TV, BetterTTV and FrankerFaceZ. An unreadable emote is skipped. */
import type { EmoteFound } from '@tally/kernel';
import { z } from 'zod';

const name = z.string().min(1).max(100);

function eachOf(emote: z.ZodType<EmoteFound | null>) {
  return z
    .array(z.unknown())
    .nullish()
    .transform((list): EmoteFound[] => (list ?? []).flatMap((each) => emote.safeParse(each).data ?? []));
}

/** https://7tv.io/docs. The item's name counts, because a channel may choose its own. */
const SeventvEmote = z
  .object({
    id: z.string().regex(/^[0-9A-Za-z]{20,30}$/),
    name,
    flags: z.number().int().nullish().catch(null),
    data: z.object({ animated: z.boolean().nullish(), flags: z.number().int().nullish().catch(null) }).nullish(),
  })
  .transform(({ id, name, flags, data }): EmoteFound => {
    // The zero-width flag is set on the channel's item, or on the emote itself.
    const isOverlay = ((flags ?? 0) & 1) !== 0 || ((data?.flags ?? 0) & 256) !== 0;
    return { ...found('7tv', id, name, data?.animated ?? null), ...(isOverlay && { isOverlay }) };
  });

export const SeventvSet = z.object({ emotes: eachOf(SeventvEmote) }).transform(({ emotes }) => emotes);
export const SeventvUser = z.object({ emote_set: SeventvSet.nullish() }).transform((user) => user.emote_set ?? []);

/** https://betterttv.com/developers/api */
const BetterttvEmote = z
  .object({ id: z.string().regex(/^[0-9a-f]{24}$/), code: name, animated: z.boolean().nullish() })
  .transform((emote): EmoteFound => found('betterttv', emote.id, emote.code, emote.animated ?? null));

export const BetterttvGlobal = eachOf(BetterttvEmote);
/** A channel's own emotes take precedence over shared ones. */
export const BetterttvUser = z
  .object({ channelEmotes: eachOf(BetterttvEmote), sharedEmotes: eachOf(BetterttvEmote) })
  .transform(({ channelEmotes, sharedEmotes }) => [...channelEmotes, ...sharedEmotes]);
/** The logins of the accounts that a channel has named as its bots. */
export const BetterttvBots = z
  .object({ bots: z.array(z.string().max(100)).nullish().catch([]) })
  .transform(({ bots }) => (bots ?? []).map((login) => login.toLowerCase()));

/** https://api.frankerfacez.com/docs. Modifiers change the preceding emote and mean nothing alone. */
const FrankerfacezEmote = z
  .object({
    id: z.number().int().positive(),
    name,
    hidden: z.boolean().nullish(),
    modifier: z.boolean().nullish(),
    /** Missing if the emote is not animated. */
    animated: z.unknown().optional(),
  })
  .transform((emote): EmoteFound | null =>
    emote.hidden || emote.modifier
      ? null
      : found('frankerfacez', String(emote.id), emote.name, Boolean(emote.animated)),
  );

const FrankerfacezSets = z.record(z.string(), z.object({ emoticons: eachOf(FrankerfacezEmote) }));
export const FrankerfacezRoom = z
  .object({ sets: FrankerfacezSets })
  .transform(({ sets }) => Object.values(sets).flatMap(({ emoticons }) => emoticons));
/** Only the default sets count, because the others belong to certain users. */
export const FrankerfacezGlobal = z
  .object({ default_sets: z.array(z.number()), sets: FrankerfacezSets })
  .transform((answer) => answer.default_sets.flatMap((id) => answer.sets[String(id)]?.emoticons ?? []));

const found = (source: EmoteFound['source'], id: string, text: string, isAnimated: boolean | null): EmoteFound => ({
  source,
  id,
  name: text,
  isAnimated,
  isForSubscribers: false,
});
