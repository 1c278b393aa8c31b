'use client';

import type { Figures, NamedAmount } from '@tally/contract/admin/calls';
import { Download } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { saveSheet } from '../../../lib/drafts/save-sheet.ts';
import { fullCount } from '../../../lib/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';

/** The page lists this many; the file contains all of them. */
const SHOWN = 12;

/** The most used commands and buttons, and the reasons why messages failed. */
export function Ranks({ figures: { commands, buttons, troubles, lookback } }: { figures: Figures }) {
  const t = useTranslations('admin.figures');
  const reason = (name: string) => {
    const key = `reasons.${name}` as 'reasons.refused';
    return t.has(key) ? t(key) : name;
  };
  return (
    <div className="grid gap-5 lg:grid-cols-3">
      <Rank name="commands" rows={commands} lookback={lookback} />
      <Rank name="buttons" rows={buttons} lookback={lookback} />
      <Rank name="troubles" rows={troubles} lookback={lookback} say={reason} />
    </div>
  );
}

function Rank({
  name,
  rows,
  lookback,
  say,
}: {
  name: 'commands' | 'buttons' | 'troubles';
  rows: readonly NamedAmount[];
  lookback: number;
  say?: (name: string) => string;
}) {
  const t = useTranslations('admin.figures');
  const locale = useLocale();
  const nameOf = (each: string) => say?.(each) ?? each;
  const most = Math.max(1, ...rows.map(({ now }) => now));
  const sheet = {
    head: [t('name'), t('now'), t('earlier')],
    rows: rows.map(({ name: each, now, before }) => [nameOf(each), now, before]),
  };
  return (
    <Card id={`most-${name}`} className="scroll-mt-6">
      <CardHeader
        title={t(`ranks.${name}`)}
        actions={
          rows.length > 0 && (
            <Button icon={Download} variant="ghost" onClick={() => saveSheet(sheet, `${name}-${lookback}d.csv`)}>
              {t('csv')}
            </Button>
          )
        }
      />
      <CardBody>
        {rows.length === 0 && <p className="text-muted">{t(`ranks.${name}None`)}</p>}
        <ul className="grid gap-2">
          {rows.slice(0, SHOWN).map(({ name: each, now, before }) => (
            <li key={each}>
              <span className="flex items-baseline justify-between gap-3">
                <bdi className="min-w-0 truncate">{nameOf(each)}</bdi>
                <span className="figures shrink-0">
                  {fullCount(now, locale)}{' '}
                  <span className="text-muted text-small">{t('before', { value: fullCount(before, locale) })}</span>
                </span>
              </span>
              <span aria-hidden className="mt-1 block h-1 rounded-full bg-raised">
                <span className="block h-1 rounded-full bg-control" style={{ width: `${(now / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
