import { z } from 'zod';
import { type EmotePicture, emotePictures } from './pictures/emotes.ts';

export const emotesBody = z.strictObject({
  who: z.string(),
  name: z.string().max(100),
  count: z.coerce.number().int().min(1).max(1_000).default(1),
  picture: z.enum(emotePictures).default('png'),
  isForSubscribers: z.coerce.boolean().default(false),
});

export interface NewEmote {
  readonly name: string;
  readonly picture: EmotePicture;
  readonly isForSubscribers: boolean;
}

export function addEmotes<Emote extends { readonly id: string | number }>(
  emotes: Emote[],
  asked: z.output<typeof emotesBody>,
  make: (emote: NewEmote) => Emote,
): { ids: Emote['id'][] } {
  const { count, name, ...about } = asked;
  const made = Array.from({ length: count }, (_, at) =>
    make({ ...about, name: count === 1 ? name : `${name}${at + 1}` }),
  );
  emotes.push(...made);
  return { ids: made.map(({ id }) => id) };
}
