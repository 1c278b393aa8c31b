'use client';

import type { Deed } from '@tally/contract/admin/people';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { ChangedFields } from '../../../shell/drafts/change-rows.tsx';
import { useSayDeed } from './say-deed.ts';
import { subjectOf, useSayChange } from './words.ts';

/** One audit line: who did what to which object, why, and what changed. */
export function AuditLine({ deed }: { deed: Deed }) {
  const t = useTranslations('admin.audit');
  const locale = useLocale();
  const sayDeed = useSayDeed();
  const sayChange = useSayChange();
  const { userId, username, call, at, reason, changes } = deed;
  return (
    <li className="border-line border-b px-4 py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{username ?? userId ?? t('somebody')}</bdi>
        <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">
          {sayDeed(call)} <Things deed={deed} />
        </span>
        <time dateTime={at.toISOString()} className="figures text-muted text-small">
          {dateTime(at, locale)}
        </time>
      </p>
      {reason !== null && (
        <p dir="auto" className="mt-1 text-muted wrap-anywhere">
          {reason}
        </p>
      )}
      <ChangedFields rows={changes.map(sayChange)} words={{ from: t('before'), to: t('after') }} />
    </li>
  );
}

/** The object, the person and the server, each with a link to its page if it has one. */
function Things({ deed }: { deed: Deed }) {
  const t = useTranslations('admin.audit');
  const { title, href, person, server } = deed;
  const things = [
    (title !== null || href !== null) && <Thing key="title" href={href} name={title ?? t('open')} />,
    person && (
      <Thing key="person" href={`/admin/people/${person.userId}`} name={`@${person.username ?? person.userId}`} />
    ),
    server && <Thing key="server" href={`/admin/servers/${server.serverId}`} name={server.name ?? server.serverId} />,
  ].filter(Boolean);
  if (things.length === 0) return <bdi className="text-muted">{subjectOf(deed)}</bdi>;
  return <span className="inline-flex max-w-full flex-wrap gap-x-2">{things}</span>;
}

const Thing = ({ href, name }: { href: string | null; name: string }) =>
  href === null ? (
    <bdi className="font-semibold wrap-anywhere">{name}</bdi>
  ) : (
    <Link href={href} prefetch={false} className="font-semibold underline-offset-4 wrap-anywhere hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
