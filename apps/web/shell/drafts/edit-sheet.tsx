'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { firstField } from '../../ui/layers/first-field.ts';
import { Sheet, SheetParts } from '../../ui/layers/sheet.tsx';
import { ConflictNotice, type RowsOf } from './conflict-notice.tsx';
import { LogInAgain } from './log-in-again.tsx';
import type { RecordEdit } from './use-record-draft.ts';

const widths = { 480: 'sm:w-[min(480px,100vw)]', 520: 'sm:w-[min(520px,100vw)]', 560: 'sm:w-[min(560px,100vw)]' };

/** Edits one list item in a sheet with its fields, the error, and buttons to save and cancel. */
export function EditSheet<T extends object>({
  title,
  width,
  save,
  edit: { wasKept, problem, conflict, isSaving, ...edit },
  canSave = true,
  rowsOf,
  onClose,
  children,
}: {
  title: string;
  width: keyof typeof widths;
  /** The label of the save button. */
  save: string;
  edit: Omit<RecordEdit<T>, 'set'>;
  /** False while the API would certainly refuse the save. */
  canSave?: boolean;
  rowsOf: RowsOf<T>;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslations('ui');
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Sheet
      open
      side="end"
      label={title}
      // Focuses the first field, not the close button. On touch, the keyboard stays closed until a tap on a field.
      initialFocus={(how) => how === 'touch' || (firstField(fields.current) ?? true)}
      className={cx('max-sm:w-[calc(100vw-24px)]', widths[width])}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form
        className="flex min-h-full flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave && !conflict) edit.save();
        }}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
          <SheetParts.Title className="min-w-0 font-semibold text-title wrap-anywhere">{title}</SheetParts.Title>
          <SheetParts.Close className={cx(iconButtonClass, '-me-2 -mt-1.5')} aria-label={t('close')}>
            <Icon of={X} />
          </SheetParts.Close>
        </header>
        <div className="grid flex-1 content-start gap-5 px-5 pb-5">
          {wasKept && <KeptDraftNotice onDiscard={edit.discard} />}
          <div ref={fields} className="contents">
            {children}
          </div>
        </div>
        {conflict && (
          <div className="px-5 pb-5">
            <ConflictNotice conflict={conflict} rowsOf={rowsOf} isSaving={isSaving} />
          </div>
        )}
        <footer className="sticky bottom-0 border-t border-line bg-ground px-5 py-3">
          {problem !== null && (
            <p role="alert" className="mb-3 whitespace-pre-line text-red text-small">
              {problem}
              <LogInAgain error={edit.error} className="mt-2" />
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <SheetParts.Close render={<Button>{t('cancel')}</Button>} />
            <Button variant="primary" type="submit" isPending={isSaving} disabled={!canSave || conflict !== null}>
              {save}
            </Button>
          </div>
        </footer>
      </form>
    </Sheet>
  );
}

/** Offers to discard the unsaved changes of an earlier visit, which the fields contain. */
function KeptDraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const t = useTranslations('shell.unsaved');
  return (
    <div className="flex items-center justify-between gap-3 rounded-card border border-line bg-surface p-2 ps-3">
      <span>{t('back')}</span>
      <Button size="compact" onClick={onDiscard}>
        {t('discard')}
      </Button>
    </div>
  );
}
