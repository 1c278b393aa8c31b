'use client';

import type { Override } from '@tally/contract/override-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useTranslations } from 'next-intl';
import { EditSheet } from '../../../shell/edit-sheet.tsx';
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
    <EditSheet title={title} width={560} save={t(opened === 'new' ? 'saveNew' : 'save')} edit={edit} onClose={onClose}>
      <output className="block rounded-card border border-line bg-surface p-3 wrap-anywhere">
        {ruleSentence(edit.rule, scene)}
      </output>
      <RuleForm server={server} draft={edit.draft} errors={edit.errors} onChange={edit.change} />
      <section className="mt-1 border-t border-line pt-4">
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
    </EditSheet>
  );
}
