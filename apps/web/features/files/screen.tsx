'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload as UploadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailureText } from '../../shell/failed.tsx';
import { Fetching } from '../../shell/fetching.tsx';
import { MoreButton } from '../../shell/more-button.tsx';
import { toast } from '../../shell/toast.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PickFile } from '../../ui/fields/pick-file.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { filesQuery, uploadFile } from './api.ts';
import { accepted, keyOf } from './key-of.ts';
import { Tile } from './tile.tsx';

export function FilesScreen() {
  const t = useTranslations('files');
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={<UploadFiles />} />
      <p className="mb-4 max-w-prose text-muted text-small">{t('kinds')}</p>
      <Grid />
    </>
  );
}

function UploadFiles() {
  const t = useTranslations('files');
  const textOf = useFailureText();
  const upload = useMutation(uploadFile(useQueryClient()));
  const send = async (chosen: readonly File[]) => {
    // Uploads one file at a time, because the server accepts no parallel uploads.
    for (const file of chosen) {
      const key = keyOf(file);
      try {
        void toast('success', { title: await upload.mutateAsync({ key, file }), text: key });
      } catch (error) {
        if (error instanceof Error) void toast('error', { title: textOf(error), text: file.name });
      }
    }
  };
  return (
    <PickFile
      accept={accepted}
      isMultiple
      onPick={(...chosen) => void send(chosen)}
      className={`${buttonClass('primary')} focus-within:outline-2`}
    >
      {upload.isPending ? <Spinner /> : <Icon of={UploadIcon} />}
      {t('upload')}
    </PickFile>
  );
}

function Grid() {
  const t = useTranslations('files');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(filesQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-64" />;
  const files = data.pages.flat();
  if (files.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {files.map((file) => (
          <Tile key={file.key} file={file} />
        ))}
      </ul>
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-6">
        {t('more')}
      </MoreButton>
    </>
  );
}
