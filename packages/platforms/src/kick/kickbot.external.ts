import type { PartnerClip } from '@tally/kernel';
import { z } from 'zod';

/** None of their pages has more values. The limits also stop self-references. */
const MOST_VALUES = 5_000;
const DEEPEST = 8;

const Value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number(), z.null()])),
  z.record(z.string(), z.number()),
]);
type Values = readonly z.output<typeof Value>[];

/**
 * SvelteKit pages write their data as one list. Objects and arrays hold the positions of their values. Negative
 * positions are values that JSON cannot express. https://github.com/sveltejs/devalue
 */
function unfold(values: Values, at: number, depth = 0): unknown {
  const value = at < 0 || depth > DEEPEST ? undefined : values[at];
  if (value === undefined || value === null || typeof value !== 'object') return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, place]) => [key, unfold(values, place, depth + 1)]));
  const [first, second] = value;
  // A typed value holds its type's name and its content. Clips contain no type except dates.
  if (typeof first === 'string') return first === 'Date' ? second : undefined;
  return value.map((place) => (typeof place === 'number' ? unfold(values, place, depth + 1) : undefined));
}

const Page = z.object({
  nodes: z.array(z.object({ type: z.string(), data: z.array(Value).max(MOST_VALUES).optional() }).nullable()).max(50),
});

const Clip = z.object({
  og_title: z.string().nullish().catch(null),
  clip: z.object({
    clip_name: z.string().nullish(),
    clipper_username: z.string().nullish(),
    length: z.coerce.number().positive().max(3_600).nullish().catch(null),
    created_at: z.coerce.date().nullish().catch(null),
    views: z.coerce.number().int().nonnegative().nullish().catch(null),
    streamer: z.object({ kick_slug: z.string() }),
  }),
});

/** `The fall clipped by quick_thumb` is the title of the link in chats. Clips without a name have nothing else. */
const SHARED_TITLE = /^(?:(.*\S) )?clipped by (\S+)$/s;

export const KickbotPage = Page.transform(({ nodes }, about): Omit<PartnerClip, 'pictureUrl'> => {
  for (const node of nodes) {
    const read = Clip.safeParse(node?.data ? unfold(node.data, 0) : null);
    if (!read.success) continue;
    const { clip, og_title: shared } = read.data;
    const [, sharedTitle, sharedClipper] = SHARED_TITLE.exec(shared ?? '') ?? [];
    return {
      channelName: clip.streamer.kick_slug.toLowerCase(),
      title: clip.clip_name || sharedTitle || null,
      clipper: clip.clipper_username || sharedClipper || null,
      durationSeconds: clip.length == null ? null : Math.round(clip.length),
      createdAt: clip.created_at ?? null,
      views: clip.views ?? null,
    };
  }
  about.addIssue({ code: 'custom', message: 'the page shows no clip' });
  return z.NEVER;
});
