'use client';

import type { Problem } from '@tally/message/discord';
import type { Placeholder } from '@tally/message/template';
import { createContext, type RefObject } from 'react';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import type { TemplateHandle } from '../template/template-input.tsx';

/** Shared by all parts of a message's editor. */
export interface EditorScene {
  readonly placeholders: readonly Placeholder[];
  readonly words: PlaceholderWords;
  /** By path: the length of the filled text, and Discord's limit. */
  readonly counters: ReadonlyMap<string, { readonly length: number; readonly limit: number }>;
  readonly problems: readonly Problem[];
  readonly sentenceOf: (problem: Problem) => string;
  /**
   * The person is typing in this part, so chips go there. Pass the reference: its current value knows only the text of
   * its own render.
   */
  readonly onWriting: (part: RefObject<TemplateHandle | null>) => void;
}

export const Scene = createContext<EditorScene | null>(null);
