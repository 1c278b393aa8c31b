import { embedSum } from './embed.ts';
import { discordLimits as limits } from './limits.ts';
import { partsOf } from './parts.ts';
import { openDraft, type RenderInput } from './render.ts';

export interface Counter {
  readonly path: string;
  readonly length: number;
  readonly limit: number;
}

/** Returns the filled length of each text, and the length of the whole embed (`embed`). */
export function countMessage(input: Pick<RenderInput, 'template' | 'placeholders' | 'values'>): Counter[] {
  const draft = openDraft(input);
  const texts = partsOf(input.template)
    .filter((part) => part.path !== 'embed.color')
    .map((part) => ({ ...part, text: draft.fill(part.text, part.place, Number.POSITIVE_INFINITY).text.trim() }));
  const counters = texts.map(({ path, text, limit }) => ({ path, length: text.length, limit }));
  if (!input.template.embed) return counters;
  const counted = texts.filter(({ path, place }) => path.startsWith('embed.') && place !== 'address');
  const total = embedSum(new Map(counted.map(({ path, text }) => [path, text])));
  return [...counters, { path: 'embed', length: total, limit: limits.embedTotal }];
}
