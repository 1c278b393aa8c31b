import type { Wish } from '@tally/contract/feedback-board/calls';
import { renderMarkdown } from '../../../lib/markdown/render.ts';

/** Adds the first words of a post, without markup, for lists. */
export const withSummary = async <W extends Wish>(wish: W): Promise<W> => ({
  ...wish,
  text: (await renderMarkdown(wish.text)).summary,
});

export const withSummaries = async (list: readonly Wish[]): Promise<Wish[]> => await Promise.all(list.map(withSummary));

export const htmlOf = async (text: string): Promise<string> => (await renderMarkdown(text)).html;
