'use client';

import type { StoredFile } from '@tally/contract/files/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, FileText, RefreshCw, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { putInClipboard } from '../../lib/browser/clipboard.ts';
import { dateTime, fileSize } from '../../lib/words/format.ts';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { useFailureText } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { PickFile } from '../../ui/fields/pick-file.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx';
import { removeFile, uploadFile } from './api.ts';
import { accepted } from './key-of.ts';

export function Tile({ file }: { file: StoredFile }) {
  const t = useTranslations('files');
  const locale = useLocale();
  const { key = '', size = 0, lastModified, usedIn } = file;
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-surface">
      <Picture file={file} />
      <div className="grid flex-1 content-start gap-1 px-4 py-3">
        <p dir="ltr" className="font-semibold wrap-anywhere rtl:text-end">
          {key}
        </p>
        <p className="text-muted text-small">
          {fileSize(size)}
          {lastModified !== undefined && ` · ${dateTime(new Date(lastModified), locale)}`}
        </p>
        <p className="text-muted text-small wrap-anywhere">
          {usedIn.length === 0 ? t('unused') : `${t('usedIn')} `}
          {usedIn.map(({ title, path }, at) => (
            <span key={`${path} ${title}`}>
              {at > 0 && ' · '}
              <Link href={path} prefetch={false} className="text-text underline underline-offset-2">
                <bdi>{title}</bdi>
              </Link>
            </span>
          ))}
        </p>
      </div>
      <Deeds file={file} />
    </li>
  );
}

function Picture({ file: { key = '', url, lastModified = '' } }: { file: StoredFile }) {
  const t = useTranslations('files');
  const { pathname } = new URL(url);
  return (
    <a href={pathname} target="_blank" className="grid h-44 place-items-center border-line border-b bg-ground p-2">
      {key.endsWith('.pdf') ? (
        <span className="grid justify-items-center gap-2 text-muted">
          <Icon of={FileText} size={32} />
          {t('document')}
        </span>
      ) : (
        // oxlint-disable-next-line nextjs/no-img-element -- its size is not known, and it is one of our own files
        <img
          // The query makes the browser reload a replaced file.
          src={`${pathname}?at=${encodeURIComponent(lastModified)}`}
          alt={key}
          loading="lazy"
          className="max-h-40 max-w-full object-contain"
        />
      )}
    </a>
  );
}

function Deeds({ file: { key = '', url, usedIn } }: { file: StoredFile }) {
  const t = useTranslations('files');
  const textOf = useFailureText();
  const client = useQueryClient();
  const upload = useMutation(uploadFile(client));
  const remove = useMutation(removeFile(client));
  const copy = async () => {
    const isDone = await putInClipboard(url);
    if (isDone) void toast('success', { title: t('copied') });
    else void toast('info', { title: t('notCopied', { address: url }) });
  };
  const replace = (chosen: File) =>
    upload.mutate(
      { key, file: chosen, replace: true },
      {
        onSuccess: (sentence) => void toast('success', { title: sentence }),
        onError: (error) => void toast('error', { title: textOf(error) }),
      },
    );
  return (
    <div className="flex gap-1 border-line border-t px-2 py-1">
      <IconButton icon={Copy} label={t('copy')} title={t('copy')} onClick={() => void copy()} />
      <PickFile accept={accepted} onPick={replace} className={`${iconButtonClass} focus-within:outline-2`}>
        <Icon of={RefreshCw} className={upload.isPending ? 'animate-spin' : ''} />
        <span className="sr-only">{t('replaceLabel', { name: key })}</span>
      </PickFile>
      <ConfirmDeed
        title={t('removeTitle', { name: key })}
        text={usedIn.length > 0 ? t('removeUsed', { count: usedIn.length }) : t('removeText')}
        act={remove}
        input={key}
        label={t('remove')}
        trigger={
          <IconButton icon={Trash2} label={t('removeLabel', { name: key })} className="ms-auto hover:text-red" />
        }
      />
    </div>
  );
}
