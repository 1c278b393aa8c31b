'use client';

import type { Notice } from '@tally/contract/news/notices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../../lib/words/format.ts';
import { BannerIcon } from '../../../../shell/banners/notice-banner.tsx';
import { ConfirmDeed } from '../../../../shell/confirm-deed.tsx';
import { Fetching } from '../../../../shell/fetching.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import { noticesQuery, removeNotice } from '../../api.ts';
import { NoticeDialog } from './dialog.tsx';
import { type NoticeState, stateOf } from './draft-of.ts';

export function NoticesScreen() {
  const t = useTranslations('news.notices');
  const [edited, setEdited] = useState<Notice | 'new' | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <Button icon={Plus} variant="primary" onClick={() => setEdited('new')}>
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
  const [now] = useState(() => new Date());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  const states = data.map((notice) => ({ notice, state: stateOf(notice, now) }));
  // Lists current notices first, then upcoming ones.
  const byState = (['now', 'later', 'past'] as const).flatMap((each) => states.filter(({ state }) => state === each));
  return (
    <>
      <ul className="rounded-panel border border-line bg-surface">
        {byState.map(({ notice, state }) => (
          <Row
            key={notice.noticeId}
            notice={notice}
            state={state}
            onEdit={() => onEdit(notice)}
            onLeave={() => setLeaving(notice)}
          />
        ))}
      </ul>
      {leaving && <RemoveDialog notice={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

const tones = { now: 'ok', later: 'info', past: 'neutral' } as const;

function Row({
  notice: { text, audience, severity, from, until },
  state,
  onEdit,
  onLeave,
}: {
  notice: Notice;
  state: NoticeState;
  onEdit: () => void;
  onLeave: () => void;
}) {
  const t = useTranslations('news.notices');
  const locale = useLocale();
  const start = dateTime(from, locale);
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <span className={cx('min-w-0 flex-1', state === 'past' && 'text-muted')}>
        <span className="flex items-start gap-2.5 font-semibold">
          <span className="mt-0.5 shrink-0">
            <BannerIcon tone={severity} />
          </span>
          <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 ps-[26px] text-muted text-small">
          <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
          {t(`audiences.${audience}`)}
          <span>
            {until ? t('period', { from: start, until: dateTime(until, locale) }) : t('since', { from: start })}
          </span>
        </span>
      </span>
      <IconButton icon={Pencil} label={t('edit', { text })} onClick={onEdit} />
      <IconButton icon={Trash2} label={t('remove', { text })} onClick={onLeave} />
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
