import type { EmoteSets } from '@tally/contract/emotes';
import type { Part } from './entry.ts';

/** Emotes that people type as words: they stand in no tag of the platform, but in lists of 7TV, BetterTTV and FrankerFaceZ. */
export type EmoteWords = ReadonlyMap<string, string>;

/** Who wins where several have the same word; a channel's own win over everybody's. */
const order = ['7tv', 'betterttv', 'frankerfacez'];

interface EmoteList {
  readonly source?: string;
  readonly of?: string;
  readonly emotes: readonly Pick<EmoteSets['sets'][number]['emotes'][number], 'name' | 'url'>[];
}

export function readEmoteWords(sets: readonly EmoteList[]): EmoteWords {
  const words = new Map<string, string>();
  for (const isGlobal of [false, true]) {
    for (const source of order) {
      for (const list of sets) {
        if (list.source !== source || (list.of === 'global') !== isGlobal) continue;
        for (const { name, url } of list.emotes) if (!words.has(name)) words.set(name, url);
      }
    }
  }
  return words;
}

/** Whole words between spaces, letter for letter. What the platform itself drew stays. */
export function drawEmoteWords(parts: readonly Part[], words: EmoteWords): Part[] {
  if (words.size === 0) return [...parts];
  const drawn: Part[] = [];
  for (const part of parts) {
    if (part.kind !== 'text') {
      drawn.push(part);
      continue;
    }
    let plain = '';
    for (const word of part.text.split(/(\s+)/)) {
      const url = words.get(word);
      if (url === undefined) plain += word;
      else {
        if (plain !== '') drawn.push({ kind: 'text', text: plain });
        drawn.push({ kind: 'emote', name: word, url });
        plain = '';
      }
    }
    if (plain !== '') drawn.push({ kind: 'text', text: plain });
  }
  return drawn;
}
