'use client';

import { kindIn } from '@tally/contract/platforms/namesakes';
import { useTranslations } from 'next-intl';
import { proxied } from '../../lib/proxy/proxied.ts';
import { shortCount } from '../../lib/words/format.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { type Candidate, nameOf } from './search.ts';

/** Shows a channel in one line: picture, name, platform, followers, and whether it is live. */
export function CandidateRow({
  row,
  note,
  isOff = false,
}: {
  row: Candidate;
  note?: string | undefined;
  isOff?: boolean | undefined;
}) {
  const t = useTranslations('streamers');
  const { displayName, name, platform, followers } = row;
  const namesake = kindIn(nameOf(row));
  return (
    <>
      <Avatar name={displayName} src={proxied(row.avatarUrl)} size={32} isLive={row.isLive === true} />
      <span className={cx('min-w-0 flex-1', isOff && 'text-muted')}>
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-semibold">{displayName}</bdi>
          {name.toLowerCase() !== displayName.toLowerCase() && (
            <bdi className="truncate text-muted text-small max-sm:hidden">{name}</bdi>
          )}
          {row.isLive && <span className="shrink-0 font-semibold text-red text-small">{t('live')}</span>}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-muted text-small">
          <PlatformNotch platform={platform} />
          <span>{platformNames[platform]}</span>
          {namesake && <span>{t(`namesakes.${namesake}`)}</span>}
          {followers !== null && <span>{t('followers', { count: followers, shown: shortCount(followers) })}</span>}
          {note !== undefined && <span className="text-text">{note}</span>}
        </span>
      </span>
    </>
  );
}
