import { createHash } from 'node:crypto';
import { once } from '../rules/once.ts';
import type { Attachment } from '../state/types.ts';

// Discord also returns fields that a body left out, so every field gets a value.

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the type of an embed, and a proxied URL for each picture, as Discord does. */
export const finishEmbeds = once((embeds) =>
  embeds.map((embed) => {
    const given = embed as Record<string, unknown>;
    const finished: Record<string, unknown> = { ...given, type: 'rich' };
    for (const key of ['image', 'thumbnail'] as const) {
      const picture = given[key] as { url?: string } | null | undefined;
      if (picture?.url) finished[key] = { ...picture, proxy_url: picture.url, width: 1280, height: 720 };
    }
    return finished;
  }),
);

const ofSelects = { min_values: 1, max_values: 1 };

/** The defaults by type: https://docs.discord.com/developers/components/reference#component-object-component-types */
const defaults: Readonly<Record<number, Fields>> = {
  3: ofSelects,
  5: ofSelects,
  6: ofSelects,
  7: ofSelects,
  8: ofSelects,
  11: { description: null, spoiler: false },
  13: { spoiler: false },
  14: { spacing: 1, divider: true },
  17: { accent_color: null, spoiler: false },
};

/** Gives every component a number, as Discord does. */
export const finishComponents = once((components) => {
  let next = 1;
  const finish = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(finish);
    if (!isFields(node) || !('type' in node)) return node;
    const own = 'id' in node && node.id ? node.id : next++;
    const copy: Record<string, unknown> = { ...defaults[Number(node.type)], ...given(node), id: own };
    for (const key of ['components', 'accessory'] as const) if (key in copy) copy[key] = finish(copy[key]);
    for (const key of ['media', 'file'] as const) if (isFields(copy[key])) copy[key] = finishMedia(copy[key]);
    if (Array.isArray(copy.items)) copy.items = copy.items.map(finishItem);
    return copy;
  };
  return components.map(finish);
});

/** A null field counts as left out. */
const given = (node: Fields): Fields =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null && value !== undefined));

const finishItem = (item: unknown): unknown =>
  isFields(item) ? { description: null, spoiler: false, ...given(item), media: finishMedia(item.media) } : item;

const finishMedia = (media: unknown): unknown =>
  isFields(media) ? { id: idOf(String(media.url)), proxy_url: media.url, ...media } : media;

/** Returns the same number for the same URL. It looks like any other id. */
const idOf = (address: string): string =>
  String(10n ** 17n + createHash('sha256').update(address).digest().readBigUInt64BE() / 100n);

const FILE = 13;

/** Adds name and size to file components. https://docs.discord.com/developers/components/reference#file */
export function nameFiles(components: readonly unknown[], attachments: readonly Attachment[]): readonly unknown[] {
  if (attachments.length === 0) return components;
  const name = (node: unknown): unknown => {
    if (!isFields(node)) return node;
    if (Array.isArray(node.components)) return { ...node, components: node.components.map(name) };
    if (node.type !== FILE || !isFields(node.file)) return node;
    const filename = String(node.file.url).replace(/^attachment:\/\//, '');
    const file = attachments.find((each) => each.filename === filename);
    return file ? { ...node, name: file.filename, size: file.size } : node;
  };
  return components.map(name);
}

const DAY_HOURS = 24;

/** Returns a new poll. https://docs.discord.com/developers/resources/poll#poll-object */
export function finishPoll(poll: unknown, now: Date): unknown {
  if (!isFields(poll)) return null;
  const { duration, answers, ...rest } = poll;
  const numbered = (Array.isArray(answers) ? answers : []).map((answer, place) => ({
    ...answer,
    answer_id: place + 1,
  }));
  return {
    allow_multiselect: false,
    layout_type: 1,
    ...rest,
    answers: numbered,
    expiry: new Date(now.getTime() + Number(duration ?? DAY_HOURS) * 3_600_000).toISOString(),
    results: {
      is_finalized: false,
      answer_counts: numbered.map(({ answer_id: id }) => ({ id, count: 0, me_voted: false })),
    },
  };
}
