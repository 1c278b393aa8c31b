'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { toast } from '../toast.ts';
import { ConflictNotice, type RowsOf } from './conflict-notice.tsx';
import { SaveProblem } from './save-problem.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import type { RecordEdit } from './use-record-draft.ts';

/** The end of a page that edits one draft: the error, a conflict with another person, and the save bar. */
export function DraftBar<T extends object>({
  edit,
  nameOf,
  rowsOf,
  hasProblems,
}: {
  edit: RecordEdit<T>;
  /** Returns the name of a field, as the page shows it. */
  nameOf: (field: keyof T & string) => string;
  /** Returns the differences in a field. By default, these are the whole texts. */
  rowsOf?: RowsOf<T>;
  hasProblems: boolean;
}) {
  const t = useTranslations('shell.unsaved');
  const plainRows: RowsOf<T> = (field, one, other) => [
    { name: nameOf(field), from: String(one[field]), to: String(other[field]) },
  ];
  const { draft, conflict, problem, isSaving } = edit;
  const [wasKept] = useState(edit.wasKept);
  useEffect(() => {
    if (wasKept) void toast('info', { title: t('back'), id: 'draft' });
  }, [wasKept, t]);
  return (
    <>
      <SaveProblem text={draft.changed.length > 0 ? problem : null} error={edit.error} />
      {conflict && <ConflictNotice conflict={conflict} rowsOf={rowsOf ?? plainRows} isSaving={isSaving} />}
      <UnsavedBar
        changed={draft.changed.map(nameOf)}
        isSaving={isSaving}
        hasProblems={hasProblems || conflict !== null}
        canUndo={draft.canUndo}
        canRedo={draft.canRedo}
        onUndo={draft.undo}
        onRedo={draft.redo}
        onDiscard={edit.discard}
        onSave={edit.save}
      />
    </>
  );
}
