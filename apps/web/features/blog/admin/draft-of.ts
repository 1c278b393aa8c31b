import type { BlogBody, BlogText } from '@tally/contract/blog/calls';
import { isSlug } from '../../../lib/paths/slug.ts';

/** A post in the form: tags on one line, local times, and empty text where the API has null. */
export interface BlogDraft {
  readonly identifier: string;
  readonly title: string;
  readonly content: string;
  readonly authorName: string;
  readonly authorIcon: string;
  readonly thumbnail: string;
  readonly tags: string;
  readonly isPinned: boolean;
  readonly isPublic: boolean;
  readonly publishAt: string;
}

export const emptyDraft = (author: { readonly name: string; readonly icon: string }): BlogDraft => ({
  identifier: '',
  title: '',
  content: '',
  authorName: author.name,
  authorIcon: author.icon,
  thumbnail: '',
  tags: '',
  isPinned: false,
  isPublic: false,
  publishAt: '',
});

export const draftOf = (text: BlogText): BlogDraft => ({
  identifier: text.identifier,
  title: text.title,
  content: text.content,
  authorName: text.authorName,
  authorIcon: text.authorIcon,
  thumbnail: text.thumbnail ?? '',
  tags: text.tags.join(', '),
  isPinned: text.isPinned,
  isPublic: text.isPublic,
  publishAt: text.publishAt ? onClock(text.publishAt) : '',
});

export const isBlogDraft = (value: unknown): value is BlogDraft =>
  typeof value === 'object' && value !== null && 'content' in value && 'authorIcon' in value && 'publishAt' in value;

export const bodyOf = (draft: BlogDraft): BlogBody => ({
  identifier: draft.identifier,
  title: draft.title.trim(),
  content: draft.content,
  authorName: draft.authorName.trim(),
  authorIcon: draft.authorIcon.trim(),
  thumbnail: draft.thumbnail.trim() === '' ? null : draft.thumbnail.trim(),
  tags: tagsIn(draft.tags),
  isPinned: draft.isPinned,
  isPublic: draft.isPublic,
  publishAt: draft.publishAt === '' ? null : new Date(draft.publishAt),
});

export const tagsIn = (line: string): string[] => [
  ...new Set(
    line
      .split(/[,،]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** The format of a time field: local time, to the minute. */
export function onClock(at: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const isReady = (draft: BlogDraft): boolean =>
  isSlug(draft.identifier) &&
  draft.title.trim() !== '' &&
  draft.authorName.trim() !== '' &&
  URL.canParse(draft.authorIcon.trim()) &&
  (draft.publishAt === '' || !Number.isNaN(new Date(draft.publishAt).getTime()));
