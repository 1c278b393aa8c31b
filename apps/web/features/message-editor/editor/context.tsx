'use client';

import type { Problem } from '@tally/message/discord';
import type { Placeholder } from '@tally/message/template';
import { createContext, type RefObject } from 'react';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import type { TemplateHandle } from '../template/template-input.tsx';

/** What every part of one message's editor shares. */
export interface EditorScene {
  readonly placeholders: readonly Placeholder[];
  readonly words: PlaceholderWords;
  /** By path: what the text counts when it is filled, and how much Discord takes. */
  readonly counters: ReadonlyMap<string, { readonly length: number; readonly limit: number }>;
  readonly problems: readonly Problem[];
  readonly sentenceOf: (problem: Problem) => string;
  /**
   * Somebody writes in this part now: chips go there. It is the reference that counts, since what stands in it knows
   * only the text of the moment at which it was drawn.
   */
  readonly onWriting: (part: RefObject<TemplateHandle | null>) => void;
}

export const Scene = createContext<EditorScene | null>(null);
