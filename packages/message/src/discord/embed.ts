import { discordLimits as limits } from './limits.ts';
import { embedLinks, embedParts, type Part } from './parts.ts';
import type { EmbedPayload } from './payload.ts';
import type { Draft } from './render.ts';
import type { EmbedTemplate } from './template.ts';
import { parseColor, toPicture } from './values.ts';

/** An invisible character, because Discord requires text in a field. */
const NOTHING = '\u200b';

/** Renders the embed. Null if no part of it would be visible. */
export function renderEmbed(embed: EmbedTemplate, draft: Draft): EmbedPayload | null {
  const texts = fillTogether(embedParts(embed), draft);
  const text = (path: string): string => texts.get(`embed.${path}`) ?? '';
  const links = new Map(embedLinks(embed).map((part) => [part.path, linkOf(part, draft)]));
  const link = (path: string): string => links.get(`embed.${path}`) ?? '';
  const fields = (embed.fields ?? []).slice(0, limits.fields).flatMap((field, place) => {
    const name = text(`fields.${place}.name`);
    const value = text(`fields.${place}.value`);
    // A field with an unknown value disappears together with its name.
    if (field.value?.trim() && value === '') return [];
    return name || value ? [{ name: name || NOTHING, value: value || NOTHING, inline: field.inline ?? false }] : [];
  });
  const seen: EmbedPayload = {
    ...(text('title') ? { title: text('title') } : {}),
    ...(text('description') ? { description: text('description') } : {}),
    ...(text('author') ? { author: { name: text('author'), ...icon(link('authorIcon')) } } : {}),
    ...(text('footer') ? { footer: { text: text('footer'), ...icon(link('footerIcon')) } } : {}),
    ...(link('image') ? { image: { url: link('image') } } : {}),
    ...(link('thumbnail') ? { thumbnail: { url: link('thumbnail') } } : {}),
    ...(fields.length > 0 ? { fields } : {}),
  };
  if (Object.keys(seen).length === 0) return null;
  const color = embed.color ? parseColor(draft.fill(embed.color, 'plain', 64).text) : null;
  return { ...seen, ...(link('url') ? { url: link('url') } : {}), ...(color === null ? {} : { color }) };
}

const icon = (url: string): { icon_url?: string } => (url ? { icon_url: url } : {});

/** Returns how many characters of an embed count toward Discord's total. */
export function embedLength(embed: EmbedPayload): number {
  const fields = embed.fields ?? [];
  return [
    embed.title,
    embed.description,
    embed.author?.name,
    embed.footer?.text,
    ...fields.flatMap((field) => [field.name, field.value]),
  ].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** Fills all texts within their own limits. While the total is too large, shortens the longest text. */
function fillTogether(parts: readonly Part[], draft: Draft): Map<string, string> {
  const texts = new Map(parts.map((part) => [part.path, draft.put(part)]));
  for (let excess = embedSum(texts) - limits.embedTotal; excess > 0; excess = embedSum(texts) - limits.embedTotal) {
    const longest = parts.reduce((a, b) => (lengthOf(texts, b) > lengthOf(texts, a) ? b : a));
    const limit = Math.max(1, lengthOf(texts, longest) - excess);
    texts.set(longest.path, draft.put({ ...longest, limit }));
  }
  return texts;
}

/** Returns the total as Discord counts it. The empty half of a field counts as one invisible character. */
export function embedSum(texts: ReadonlyMap<string, string>): number {
  let sum = 0;
  const halves = new Map<string, number>();
  for (const [path, text] of texts) {
    const field = /^embed\.fields\.\d+/.exec(path)?.[0];
    if (field && text) halves.set(field, (halves.get(field) ?? 0) + 1);
    sum += text.length;
  }
  for (const count of halves.values()) sum += 2 - count;
  return sum;
}

const lengthOf = (texts: ReadonlyMap<string, string>, part: Part): number => texts.get(part.path)?.length ?? 0;

function linkOf(part: Part, draft: Draft): string {
  const { text } = draft.fill(part.text, 'address', Number.POSITIVE_INFINITY);
  const url = toPicture(text);
  if (url !== null && url.length <= part.limit) return url;
  if (text.trim() !== '') draft.dropped.add(part.path);
  return '';
}
