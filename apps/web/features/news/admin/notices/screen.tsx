'use client';

import type { Notice } from '@tally/contract/news/notices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../../lib/words/format.ts';
import { ConfirmDeed } from '../../../../shell/confirm-deed.tsx';
import { Fetching } from '../../../../shell/fetching.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import { noticesQuery, removeNotice } from '../../api.ts';
import { NoticeDialog } from './dialog.tsx';
import { stateOf } from './draft-of.ts';

export function NoticesScreen() {
  const t = useTranslations('news.notices');
  const [edited, setEdited] = useState<Notice | 'new' | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <Button variant="primary" onClick={() => setEdited('new')}>
            <Icon of={Plus} />
            {t('add')}
          </Button>
        }
      />
      <List onEdit={setEdited} />
      {edited !== null && <NoticeDialog notice={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function List({ onEdit }: { onEdit: (notice: Notice) => void }) {
  const t = useTranslations('news.notices');
  const { data, error, refetch } = useQuery(noticesQuery());
  const [leaving, setLeaving] = useState<Notice | null>(null);
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <>
      <ul className="rounded-panel border border-line bg-surface">
        {data.map((notice) => (
          <Row key={notice.noticeId} notice={notice} onEdit={() => onEdit(notice)} onLeave={() => setLeaving(notice)} />
        ))}
      </ul>
      {leaving && <RemoveDialog notice={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function Row({ notice, onEdit, onLeave }: { notice: Notice; onEdit: () => void; onLeave: () => void }) {
  const t = useTranslations('news.notices');
  const locale = useLocale();
  const [now] = useState(() => new Date());
  const { text, audience, from, until } = notice;
  const state = stateOf(notice, now);
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <bdi className="block font-semibold wrap-anywhere">{text}</bdi>
        <span className="text-muted text-small">
          {[t(`audiences.${audience}`), dateTime(from, locale), ...(until ? [dateTime(until, locale)] : [])].join(
            ' · ',
          )}
        </span>
      </span>
      <Badge tone={state === 'now' ? 'ok' : 'neutral'}>{t(`states.${state}`)}</Badge>
      <IconButton label={t('edit', { text })} onClick={onEdit}>
        <Icon of={Pencil} />
      </IconButton>
      <IconButton label={t('remove', { text })} onClick={onLeave}>
        <Icon of={Trash2} />
      </IconButton>
    </li>
  );
}

function RemoveDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useTranslations('news.notices');
  const remove = useMutation(removeNotice(useQueryClient()));
  return (
    <ConfirmDeed
      title={t('removeTitle')}
      text={notice.text}
      act={remove}
      input={notice.noticeId}
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
