'use client';

import type { ServerChange } from '@tally/contract/wire/changes';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { ChangedFields, type ChangeRow } from '../../../shell/drafts/change-rows.tsx';
import { Badge } from '../../../ui/badge.tsx';

export function ChangeLine({
  change,
  about,
  rows,
}: {
  change: ServerChange;
  about: string;
  rows: readonly ChangeRow[];
}) {
  const t = useTranslations('servers.changes');
  const locale = useLocale();
  const { action } = change;
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <bdi className="font-semibold wrap-anywhere">{useAuthor(change)}</bdi>
        <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">
          <bdi>{about}</bdi>{' '}
          {action !== 'changed' && <Badge tone={action === 'added' ? 'ok' : 'danger'}>{t(`actions.${action}`)}</Badge>}
        </span>
        <time dateTime={change.at.toISOString()} className="figures text-muted text-small">
          {dateTime(change.at, locale)}
        </time>
      </p>
      <ChangedFields rows={rows} words={{ from: t('before'), to: t('after') }} sides={sidesOf[action]} />
    </li>
  );
}

/** For additions and removals, only the content is shown. */
const sidesOf = { added: 'to', changed: 'both', removed: 'from' } as const;

function useAuthor({ author, username }: ServerChange): string {
  const t = useTranslations('servers.changes');
  switch (author) {
    case 'person':
      return username ?? t('someone');
    case 'forgotten':
      return t('someone');
    case 'tally':
      return t('nobody');
    default:
      return author satisfies never;
  }
}
