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
  /** The length of each text after filling in placeholders, and Discord's limit, by path. */
  readonly counters: ReadonlyMap<string, { readonly length: number; readonly limit: number }>;
  readonly problems: readonly Problem[];
  readonly sentenceOf: (problem: Problem) => string;
  /**
   * Sets the part that the person types in, which receives the chips. Pass the reference, because its value is outdated
   * after a render.
   */
  readonly onWriting: (part: RefObject<TemplateHandle | null>) => void;
}

export const Scene = createContext<EditorScene | null>(null);
