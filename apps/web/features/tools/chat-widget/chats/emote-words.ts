import type { EmoteSets } from '@tally/contract/emotes/calls';
import type { Part } from '../entry.ts';

/** Emotes that people type as words, from the lists of 7TV, BetterTTV and FrankerFaceZ. */
export type EmoteWords = ReadonlyMap<string, EmoteWord>;

interface EmoteWord {
  readonly url: string;
  /** Zero-width emotes are drawn over the previous emote, if there is one. */
  readonly isOverlay: boolean;
}

/** The order of precedence if several services have the same word. A channel's own emotes win over global ones. */
const order = ['7tv', 'betterttv', 'frankerfacez'];

interface EmoteList {
  readonly source?: string;
  readonly of?: string;
  readonly emotes: readonly Pick<EmoteSets['sets'][number]['emotes'][number], 'name' | 'url' | 'zeroWidth'>[];
}

export function readEmoteWords(sets: readonly EmoteList[]): EmoteWords {
  const words = new Map<string, EmoteWord>();
  for (const isGlobal of [false, true]) {
    for (const source of order) {
      for (const list of sets) {
        if (list.source !== source || (list.of === 'global') !== isGlobal) continue;
        for (const { name, url, zeroWidth: isOverlay = false } of list.emotes)
          if (!words.has(name)) words.set(name, { url, isOverlay });
      }
    }
  }
  return words;
}

/** The maximum number of overlays on one emote. More would be indistinguishable. */
const MOST_OVER = 4;

/** Replaces whole words between spaces, case-sensitively. The platform's own emotes stay. */
export function drawEmoteWords(parts: readonly Part[], words: EmoteWords): Part[] {
  if (words.size === 0) return [...parts];
  const drawn: Part[] = [];
  let plain = '';
  const write = (): void => {
    if (plain !== '') drawn.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (const part of parts) {
    if (part.kind !== 'text') {
      write();
      drawn.push(part);
      continue;
    }
    for (const name of part.text.split(/(\s+)/)) {
      const word = words.get(name);
      const below = drawn.at(-1);
      if (!word) plain += name;
      else if (word.isOverlay && below?.kind === 'emote' && plain.trim() === '') {
        // Removes the space between an emote and its overlay.
        plain = '';
        if ((below.over?.length ?? 0) < MOST_OVER)
          drawn[drawn.length - 1] = { ...below, over: [...(below.over ?? []), { name, url: word.url }] };
      } else {
        write();
        drawn.push({ kind: 'emote', name, url: word.url });
      }
    }
  }
  write();
  return drawn;
}
