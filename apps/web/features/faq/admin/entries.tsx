'use client';

import type { FaqInDetail } from '@tally/contract/faq/calls';
import { languageNames } from '@tally/contract/wire/locales';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { entriesQuery, removeFaq } from '../api.ts';
import { EntryDialog } from './entry-dialog.tsx';

export function Entries() {
  const t = useTranslations('faq.admin');
  const { data, error, refetch } = useQuery(entriesQuery());
  const [edited, setEdited] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<FaqInDetail | null>(null);
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('empty.entries')} text={t('empty.entriesText')} />;
  return (
    <>
      <ul className="rounded-panel border border-line bg-surface">
        {data.map((entry) => (
          <li key={entry.identifier} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0">
            <span className="min-w-0 flex-1">
              <bdi lang={entry.locale} className="block font-semibold wrap-anywhere">
                {entry.question}
              </bdi>
              <span className="text-muted text-small">
                {t('rated', { helpful: entry.helpful, unhelpful: entry.unhelpful })}
              </span>
            </span>
            <span className="hidden gap-1 sm:flex">
              {languageNames
                .filter(({ value }) => entry.languages.includes(value))
                .map(({ value, name }) => (
                  <Badge key={value}>{name}</Badge>
                ))}
            </span>
            <IconButton
              icon={Pencil}
              label={t('edit', { question: entry.question ?? '' })}
              onClick={() => setEdited(entry.identifier)}
            />
            <IconButton
              icon={Trash2}
              label={t('remove', { question: entry.question ?? '' })}
              onClick={() => setLeaving(entry)}
            />
          </li>
        ))}
      </ul>
      {edited !== null && <EntryDialog id={edited} question="" onClose={() => setEdited(null)} />}
      {leaving && <RemoveDialog entry={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function RemoveDialog({ entry, onClose }: { entry: FaqInDetail; onClose: () => void }) {
  const t = useTranslations('faq.admin');
  const remove = useMutation(removeFaq(useQueryClient()));
  return (
    <ConfirmDeed
      title={t('removeTitle')}
      text={entry.question}
      act={remove}
      input={entry.identifier}
      label={
        <>
          <Icon of={Trash2} />
          {t('removeYes')}
        </>
      }
      onClose={onClose}
    />
  );
}
