'use client';

import type { Override } from '@tally/contract/override-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonClass } from '../../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../../ui/sheet.tsx';
import { byPriority } from '../priorities.ts';
import { useSentenceScene } from '../rule-names.ts';
import { ruleSentence } from '../rule-sentence.ts';
import { TestBox } from '../test-box.tsx';
import { RuleForm } from './form.tsx';
import { useRule } from './use-rule.ts';

export function RuleSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: Override | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('overrides');
  const words = useTranslations('ui');
  const scene = useSentenceScene(server.guildId);
  const edit = useRule(server, opened, onClose);
  const others = server.notificationOverrides.filter(
    (rule) => opened === 'new' || rule.priorityOnConflict !== opened.priorityOnConflict,
  );
  const rules = byPriority([...others, edit.rule]);
  const title =
    opened === 'new'
      ? t('addTitle')
      : t('editTitle', {
          place:
            byPriority(server.notificationOverrides).findIndex(
              (rule) => rule.priorityOnConflict === opened.priorityOnConflict,
            ) + 1,
        });
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
          edit.save();
        }}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
          <SheetParts.Title className="font-semibold text-title">{title}</SheetParts.Title>
          <SheetParts.Close className={`${iconButtonClass} -me-2 -mt-1.5`} aria-label={words('close')}>
            <Icon of={X} />
          </SheetParts.Close>
        </header>
        <div className="flex-1 px-5 pb-5">
          {edit.wasKept && edit.isChanged && (
            <div className="mb-4 flex items-center justify-between gap-3 rounded-card border border-line bg-surface p-2 ps-3">
              <span>{t('draftBack')}</span>
              <Button size="compact" onClick={edit.discard}>
                {t('discard')}
              </Button>
            </div>
          )}
          <output className="mb-5 block rounded-card border border-line bg-surface p-3 wrap-anywhere">
            {ruleSentence(edit.rule, scene)}
          </output>
          <RuleForm server={server} draft={edit.draft} errors={edit.errors} onChange={edit.change} />
          <section className="mt-6 border-t border-line pt-4">
            <h3 className="font-semibold text-lead">{t('test.title')}</h3>
            <p className="mb-3 text-muted text-small">{t('test.textDraft')}</p>
            <TestBox
              serverId={server.guildId}
              rules={rules}
              isOnly={server.ignoreIfNotCatchedByOverride === true}
              draftPriority={edit.rule.priorityOnConflict}
              onRefusal={(error) => edit.refuse(error, rules.indexOf(edit.rule))}
            />
          </section>
        </div>
        <footer className="sticky bottom-0 border-t border-line bg-ground px-5 py-3">
          {edit.problem !== null && (
            <p role="alert" className="mb-3 whitespace-pre-line text-red text-small">
              {edit.problem}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <SheetParts.Close render={<Button>{words('cancel')}</Button>} />
            <Button variant="primary" type="submit" isPending={edit.isSaving} disabled={edit.hasProblems}>
              {t(opened === 'new' ? 'saveNew' : 'save')}
            </Button>
          </div>
        </footer>
      </form>
    </Sheet>
  );
}
