import { z } from 'zod';
import { isoDate } from '../wire/codecs.ts';
import { line, RowId, text } from '../wire/fields.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

export const NoticeSeverity = z.enum(['info', 'warning', 'danger']);
export type NoticeSeverity = z.infer<typeof NoticeSeverity>;

/** `everybody` includes visitors who are not logged in. */
export const NoticeAudience = z.enum(['everybody', 'loggedIn']);
export type NoticeAudience = z.infer<typeof NoticeAudience>;

const NoticeText = z.object({
  text: line(200),
  /** A page of ours, or a URL on another site. */
  href: text(2048)
    .regex(/^(\/(?!\/)[^\s\\]*|https:\/\/[^\s]+)$/)
    .meta({ examples: ['/changelogs'] })
    .nullable(),
  severity: NoticeSeverity,
  audience: NoticeAudience,
  from: isoDate,
  /** Null if the notice stays until staff remove it. */
  until: isoDate.nullable(),
});

/** A line that staff show at the top of every page. */
export const Notice = NoticeText.extend({ noticeId: RowId, ...versioned }).meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

export const NoticeBody = NoticeText.meta({ id: 'NoticeBody' });
export type NoticeBody = z.infer<typeof NoticeBody>;

/** The fields that a page needs. */
export const ShownNotice = Notice.pick({ noticeId: true, text: true, href: true, severity: true, audience: true }).meta(
  { id: 'ShownNotice' },
);
export type ShownNotice = z.infer<typeof ShownNotice>;

export const namedNotice = z.object({ noticeId: RowId });
export const noticeVersion = z.object(onVersion);
