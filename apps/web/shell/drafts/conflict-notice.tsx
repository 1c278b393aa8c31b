'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { type ChangeRow, ChangeRows } from './change-rows.tsx';
import type { Conflict } from './use-record-draft.ts';

/** Returns the rows that compare two versions of a field, one per changed part. */
export type RowsOf<T extends object> = (field: keyof T & string, one: T, other: T) => readonly ChangeRow[];

/** Shown after another person has saved, with their changes, ours, and two ways to resolve the conflict. */
export function ConflictNotice<T extends object>({
  conflict: { base, mine, theirs, both, onlyTheirs, keepMine, takeTheirs },
  rowsOf,
  isSaving,
}: {
  conflict: Conflict<T>;
  rowsOf: RowsOf<T>;
  isSaving: boolean;
}) {
  const t = useTranslations('shell.conflict');
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // The braces avoid returning a promise, which newer browsers provide and React would call as a cleanup.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const kind = theirs === null ? 'gone' : both.length > 0 ? 'both' : 'beside';
  return (
    <section
      ref={place}
      aria-label={t('label')}
      // The scroll margin keeps the notice clear of the floating bar.
      className="mt-4 scroll-mb-28 grid gap-3 rounded-card border border-warn bg-surface p-4 text-start"
    >
      <div role="alert">
        <p className="font-semibold">{t(theirs === null ? 'removed' : 'saved')}</p>
        <p className="text-muted">{t(kind)}</p>
      </div>
      {theirs !== null && both.length > 0 && (
        <ChangeRows
          rows={both.flatMap((field) => rowsOf(field, mine, theirs))}
          words={{ from: t('yours'), to: t('theirs') }}
        />
      )}
      {theirs !== null && onlyTheirs.length > 0 && (
        <>
          <p className="text-muted">{t('alsoTheirs')}</p>
          <ChangeRows
            rows={onlyTheirs.flatMap((field) => rowsOf(field, base, theirs))}
            words={{ from: t('before'), to: t('theirs') }}
          />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={takeTheirs} disabled={isSaving}>
          {t(theirs === null ? 'letGo' : 'takeTheirs')}
        </Button>
        <Button variant="primary" onClick={keepMine} isPending={isSaving}>
          {t('keepMine')}
        </Button>
      </div>
    </section>
  );
}
