'use client';

import type { GuildInfo } from '@tally/contract/servers';
import type { Starboard } from '@tally/contract/starboard';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../ui/sheet.tsx';
import { BoardForm } from './form.tsx';
import { useBoard } from './use-board.ts';

export function BoardSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: Starboard | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('starboard');
  const words = useTranslations('ui');
  const edit = useBoard(server, opened, onClose);
  const title = t(opened === 'new' ? 'addTitle' : 'editTitle');
  return (
    <Sheet
      open
      side="end"
      label={title}
      className="max-sm:w-[calc(100vw-24px)] sm:w-[min(560px,100vw)]"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form
        className="flex min-h-full flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (edit.canSave) edit.save();
        }}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
          <SheetParts.Title className="font-semibold text-title">{title}</SheetParts.Title>
          <SheetParts.Close className={`${iconButtonClass} -me-2 -mt-1.5`} aria-label={words('close')}>
            <Icon of={X} />
          </SheetParts.Close>
        </header>
        <div className="flex-1 px-5 pb-5">
          {edit.wasKept && (
            <div className="mb-4 flex items-center justify-between gap-3 rounded-card border border-line bg-surface p-2 ps-3">
              <span>{t('draftBack')}</span>
              <Button size="compact" onClick={edit.discard}>
                {t('discard')}
              </Button>
            </div>
          )}
          <BoardForm server={server} draft={edit.draft} problems={edit.problems} onChange={edit.change} />
        </div>
        <footer className="sticky bottom-0 border-t border-line bg-ground px-5 py-3">
          {edit.problem !== null && (
            <p role="alert" className="mb-3 whitespace-pre-line text-red text-small">
              {edit.problem}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <SheetParts.Close render={<Button>{words('cancel')}</Button>} />
            <Button variant="primary" type="submit" isPending={edit.isSaving} disabled={!edit.canSave}>
              {t(opened === 'new' ? 'saveNew' : 'save')}
            </Button>
          </div>
        </footer>
      </form>
    </Sheet>
  );
}
