import type { Notice, NoticeBody } from '@tally/contract/news/notices';
import { asMoment } from '../../../../lib/moment-field.ts';

/** A notice in the form: local times, and empty text where the API has null. */
export interface NoticeDraft extends Pick<NoticeBody, 'text' | 'severity' | 'audience'> {
  readonly href: string;
  readonly from: string;
  readonly until: string;
}

export const emptyDraft = (now: Date): NoticeDraft => ({
  text: '',
  href: '',
  severity: 'info',
  audience: 'everybody',
  from: asMoment(now),
  until: '',
});

export const draftOf = ({ text, href, severity, audience, from, until }: Notice): NoticeDraft => ({
  text,
  href: href ?? '',
  severity,
  audience,
  from: asMoment(from),
  until: until ? asMoment(until) : '',
});

export const bodyOf = ({ text, href, severity, audience, from, until }: NoticeDraft): NoticeBody => ({
  text: text.trim(),
  href: href.trim() === '' ? null : href.trim(),
  severity,
  audience,
  from: new Date(from),
  until: until === '' ? null : new Date(until),
});

const isMoment = (field: string): boolean => !Number.isNaN(new Date(field).getTime());

export const isReady = ({ text, href, from, until }: NoticeDraft): boolean =>
  text.trim() !== '' &&
  (href.trim() === '' || /^(\/(?!\/)|https:\/\/)\S*$/.test(href.trim())) &&
  isMoment(from) &&
  (until === '' || (isMoment(until) && until > from));

export type NoticeState = 'now' | 'later' | 'past';

export function stateOf({ from, until }: Pick<Notice, 'from' | 'until'>, now: Date): NoticeState {
  if (from > now) return 'later';
  return until && until <= now ? 'past' : 'now';
}
