import type { NewsBody, NewsInDetail } from '@tally/contract/news/calls';
import { isSlug } from '../../../lib/paths/slug.ts';

/** A changelog in the form: one change per line, a day, and empty text where the API has null. */
export interface NewsDraft {
  readonly identifier: string;
  readonly title: string;
  readonly day: string;
  readonly lines: string;
  readonly thumbnail: string;
  readonly isPublic: boolean;
}

export const emptyDraft = (today: Date): NewsDraft => ({
  identifier: '',
  title: '',
  day: dayOf(today),
  lines: '',
  thumbnail: '',
  isPublic: false,
});

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const draftOf = ({ identifier, title, date, changes, thumbnail, isPublic }: NewsInDetail): NewsDraft => ({
  identifier,
  title,
  day: dayOf(date),
  lines: changes.map((change) => change.replaceAll('\n', ' ')).join('\n'),
  thumbnail: thumbnail ?? '',
  isPublic,
});

export const isNewsDraft = (value: unknown): value is NewsDraft =>
  typeof value === 'object' && value !== null && 'lines' in value && 'day' in value && 'identifier' in value;

export const bodyOf = ({ identifier, title, day, lines, thumbnail, isPublic }: NewsDraft): NewsBody => ({
  identifier,
  title: title.trim(),
  date: new Date(`${day}T00:00:00Z`),
  changes: changesOf(lines),
  thumbnail: thumbnail.trim() === '' ? null : thumbnail.trim(),
  isPublic,
});

export const changesOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter((line) => line !== '');

export const isReady = (draft: NewsDraft): boolean =>
  isSlug(draft.identifier) &&
  draft.title.trim() !== '' &&
  !Number.isNaN(new Date(draft.day).getTime()) &&
  changesOf(draft.lines).length > 0;
