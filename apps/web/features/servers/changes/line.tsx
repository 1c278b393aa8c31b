'use client';

import type { ServerChange } from '@tally/contract/changes';
import { ArrowRight } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/format.ts';
import { type ChangeRow, ValueText } from '../../../shell/change-rows.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** So many fields stand there at once; something new brings all of its own. */
const MOST_SHOWN = 4;

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
  const [isWhole, setWhole] = useState(false);
  const { action } = change;
  const shown = isWhole ? rows : rows.slice(0, MOST_SHOWN);
  const hidden = rows.length - MOST_SHOWN;
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
      {shown.length > 0 && (
        <ul className="mt-1.5 grid gap-1.5">
          {shown.map((row) => (
            <FieldLine key={`${row.name} ${row.from} ${row.to}`} row={row} action={action} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button
          size="compact"
          variant="ghost"
          className="-ms-2 mt-1"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('fewerFields') : t('moreFields', { count: hidden })}
        </Button>
      )}
    </li>
  );
}

/** Of what was added or removed, only what it was is said. */
function FieldLine({ row: { name, from, to }, action }: { row: ChangeRow; action: ServerChange['action'] }) {
  const t = useTranslations('servers.changes');
  return (
    <li className="grid gap-x-4 text-small sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
      {name !== '' && <span className="text-muted wrap-anywhere first-letter:uppercase">{name}</span>}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {action !== 'added' && (
          <span className="max-w-full min-w-0">
            {action === 'changed' && <span className="sr-only">{t('before')}: </span>}
            <ValueText text={from} other={to} />
          </span>
        )}
        {action === 'changed' && (
          <Icon of={ArrowRight} className="size-3.5 shrink-0 self-center text-muted rtl:-scale-x-100" />
        )}
        {action !== 'removed' && (
          <span className="max-w-full min-w-0">
            {action === 'changed' && <span className="sr-only">{t('after')}: </span>}
            <ValueText text={to} other={from} />
          </span>
        )}
      </span>
    </li>
  );
}

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
