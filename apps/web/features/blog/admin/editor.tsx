'use client';

import type { BlogInDetail } from '@tally/contract/blog/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Link2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { putInClipboard } from '../../../lib/browser/clipboard.ts';
import { CallError } from '../../../lib/call.ts';
import { pick, storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { meQuery } from '../../../shell/me.ts';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RemoveText } from '../../admin/remove-text.tsx';
import { TitleField } from '../../admin/title-field.tsx';
import { addBlog, blogQuery, changeBlog, removeBlog, shareDraft } from '../api.ts';
import { Content } from './content.tsx';
import { type BlogDraft, bodyOf, draftOf, emptyDraft, isBlogDraft, isReady } from './draft-of.ts';
import { BlogFields } from './fields.tsx';
import { isAhead } from './list.tsx';
import { Preview } from './preview.tsx';
import { Revisions } from './revisions.tsx';

/** Edits the post with this id; null creates a new post. */
export function EditorScreen({ id }: { id: string | null }) {
  const t = useTranslations('blog.admin');
  const { data, error, refetch } = useQuery({ ...blogQuery(id ?? ''), enabled: id !== null });
  if (!data && error instanceof CallError && error.status === 404) {
    return <EmptyState title={t('goneTitle')} action={<ButtonLink href="/admin/blogs">{t('back')}</ButtonLink>} />;
  }
  if (id !== null && !data) return <Fetching error={error} refetch={refetch} className="h-64" />;
  return <Editor blog={data ?? null} />;
}

function Editor({ blog }: { blog: BlogInDetail | null }) {
  const t = useTranslations('blog.admin');
  const router = useRouter();
  const edit = useEdit(blog);
  const draft = edit.draft.value;
  const nameOf = (field: keyof BlogDraft) => t(`fields.${field}`);
  return (
    <>
      <PageHeader
        title={blog ? t('editTitle') : t('add')}
        actions={blog && <Deeds blog={blog} onRestore={edit.set} onRemoved={() => router.replace('/admin/blogs')} />}
      />
      <div className="grid gap-5">
        <TitleField label={nameOf('title')} draft={draft} isNew={!blog} onChange={edit.set} />
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Content
            label={nameOf('content')}
            draft={draft}
            onChange={(to) => edit.draft.change('content', (now) => ({ ...now, content: to(now.content) }))}
          />
          <Preview markdown={draft.content} />
        </div>
        <BlogFields draft={draft} isNew={!blog} onChange={edit.set} nameOf={nameOf} />
      </div>
      <DraftBar edit={edit} nameOf={nameOf} hasProblems={!isReady(draft)} />
    </>
  );
}

/** The author of a new post is its writer, with their public avatar or ours. */
function useBegun(): BlogDraft {
  const discord = useQuery(meQuery()).data?.discord;
  const [begun] = useState(() =>
    emptyDraft({
      name: discord?.globalName ?? discord?.username ?? '',
      icon: discord?.avatar ?? new URL('/apple-icon.png', window.location.href).href,
    }),
  );
  return begun;
}

function useEdit(blog: BlogInDetail | null) {
  const router = useRouter();
  const client = useQueryClient();
  const name = `post ${blog?.identifier ?? 'new'}`;
  const add = useCreate(addBlog(client), { draft: name, leaves: true });
  const change = useMutation(changeBlog(client, blog?.identifier ?? ''));
  const begun = useBegun();
  const [empty] = useState(() => unstored(begun));
  return useRecordDraft<BlogDraft>({
    name,
    leaves: blog === null,
    stored: blog ? storedAs(blog, draftOf) : empty,
    isDraft: isBlogDraft,
    async send({ value, changed, version }) {
      if (!blog) return await add.mutateAsync(bodyOf(value));
      // The form rounds times to the minute, so unchanged fields are not sent.
      return await change.mutateAsync({ patch: pick(bodyOf(value), changed), version });
    },
    async fetchStored() {
      if (!blog) return null;
      try {
        return storedAs(await client.fetchQuery({ ...blogQuery(blog.identifier), staleTime: 0 }), draftOf);
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }
    },
    onSaved: (saved) => {
      if (saved.identifier !== blog?.identifier) router.replace(`/admin/blogs/${saved.identifier}`);
    },
    onGone: () => router.replace('/admin/blogs'),
  });
}

function Deeds({
  blog,
  onRestore,
  onRemoved,
}: {
  blog: BlogInDetail;
  onRestore: (text: BlogDraft) => void;
  onRemoved: () => void;
}) {
  const t = useTranslations('blog.admin');
  const remove = useMutation(removeBlog(useQueryClient()));
  const isOut = blog.isPublic && !isAhead(blog.publishAt);
  return (
    <>
      {isOut ? (
        <ButtonLink icon={ExternalLink} href={`/blog/${blog.identifier}`} target="_blank">
          {t('look')}
        </ButtonLink>
      ) : (
        <ShareDraft id={blog.identifier} />
      )}
      <Revisions
        id={blog.identifier}
        onRestore={(text) => onRestore({ ...draftOf(text), identifier: blog.identifier })}
      />
      <RemoveText
        id={blog.identifier}
        words={{ title: t('removeTitle', { title: blog.title }), text: t('removeText'), verb: t('remove') }}
        act={remove}
        onDone={onRemoved}
      />
    </>
  );
}

function ShareDraft({ id }: { id: string }) {
  const t = useTranslations('blog.admin');
  const share = useMutation(shareDraft(id));
  const hand = async (address: string) => {
    const isCopied = await putInClipboard(address);
    void toast('success', { title: t(isCopied ? 'linkCopied' : 'linkMade'), text: address });
  };
  return (
    <Button
      icon={Link2}
      onClick={() => share.mutate(undefined, { onSuccess: (address) => void hand(address) })}
      isPending={share.isPending}
    >
      {t('share')}
    </Button>
  );
}
