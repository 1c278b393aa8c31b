'use client';

import type { NewsInDetail } from '@tally/contract/news/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RemoveText } from '../../admin/remove-text.tsx';
import { TitleField } from '../../admin/title-field.tsx';
import { addNews, allNewsQuery, changeNews, removeNews } from '../api.ts';
import { bodyOf, draftOf, emptyDraft, isNewsDraft, isReady, type NewsDraft } from './draft-of.ts';
import { NewsFields } from './fields.tsx';

/** Edits the changelog with this id; null creates a new one. */
export function EditorScreen({ id }: { id: string | null }) {
  const t = useTranslations('news.admin');
  const { data, error, refetch } = useQuery(allNewsQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-64" />;
  const news = data.find(({ identifier }) => identifier === id) ?? null;
  if (id !== null && !news) {
    return <EmptyState title={t('goneTitle')} action={<ButtonLink href="/admin/changelogs">{t('back')}</ButtonLink>} />;
  }
  return <Editor news={news} />;
}

function Editor({ news }: { news: NewsInDetail | null }) {
  const t = useTranslations('news.admin');
  const router = useRouter();
  const client = useQueryClient();
  const name = `changelog ${news?.identifier ?? 'new'}`;
  const add = useCreate(addNews(client), { draft: name, leaves: true });
  const change = useMutation(changeNews(client, news?.identifier ?? ''));
  const remove = useMutation(removeNews(client));
  const [empty] = useState(() => unstored(emptyDraft(new Date())));
  const edit = useRecordDraft<NewsDraft>({
    name,
    leaves: news === null,
    stored: news ? storedAs(news, draftOf) : empty,
    isDraft: isNewsDraft,
    async send({ value, version }) {
      if (!news) return await add.mutateAsync(bodyOf(value));
      const { identifier: _identifier, ...patch } = bodyOf(value);
      return await change.mutateAsync({ patch, version });
    },
    async fetchStored() {
      const list = await client.fetchQuery({ ...allNewsQuery(), staleTime: 0 });
      const found = list.find(({ identifier }) => identifier === news?.identifier);
      return found ? storedAs(found, draftOf) : null;
    },
    onSaved: (saved) => {
      if (!news) router.replace(`/admin/changelogs/${saved.identifier}`);
    },
    onGone: () => router.replace('/admin/changelogs'),
  });
  const draft = edit.draft.value;
  const nameOf = (field: keyof NewsDraft) => t(`fields.${field}`);
  return (
    <>
      <PageHeader
        title={news ? t('editTitle') : t('add')}
        actions={
          news && (
            <>
              {news.isPublic && (
                <ButtonLink icon={ExternalLink} href={`/changelogs/${news.identifier}`} target="_blank">
                  {t('look')}
                </ButtonLink>
              )}
              <RemoveText
                id={news.identifier}
                words={{ title: t('removeTitle', { title: news.title }), text: t('removeText'), verb: t('remove') }}
                act={remove}
                onDone={() => router.replace('/admin/changelogs')}
              />
            </>
          )
        }
      />
      <div className="grid gap-5">
        <TitleField label={nameOf('title')} draft={draft} isNew={!news} onChange={edit.set} />
        <NewsFields draft={draft} isNew={!news} onChange={edit.set} nameOf={nameOf} />
      </div>
      <DraftBar edit={edit} nameOf={nameOf} hasProblems={!isReady(draft)} />
    </>
  );
}
