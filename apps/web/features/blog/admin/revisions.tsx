'use client';

import type { BlogText } from '@tally/contract/blog/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { fetchRevision, revisionsQuery } from '../api.ts';

/** Earlier revisions. Loading one fills the draft and saves nothing. */
export function Revisions({ id, onRestore }: { id: string; onRestore: (text: BlogText) => void }) {
  const t = useTranslations('blog.admin');
  const [isOpen, setOpen] = useState(false);
  const take = useMutation(fetchRevision(id));
  const restore = (revision: number) =>
    take.mutate(revision, {
      onSuccess(text) {
        onRestore(text);
        setOpen(false);
        void toast('info', { title: t('restored') });
      },
    });
  return (
    <Dialog
      title={t('revisions')}
      description={t('revisionsText')}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={History}>{t('revisions')}</Button>}
    >
      {isOpen && <Rows id={id} isPending={take.isPending} onTake={restore} />}
    </Dialog>
  );
}

function Rows({ id, isPending, onTake }: { id: string; isPending: boolean; onTake: (revision: number) => void }) {
  const t = useTranslations('blog.admin');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(revisionsQuery(id));
  if (!data) return <Fetching error={error} refetch={refetch} className="h-32" />;
  return (
    <ul className="max-h-[50vh] divide-y divide-line overflow-y-auto">
      {data.map(({ revision, title, savedAt, savedBy }, at) => (
        <li key={revision} className="flex min-h-[56px] flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 flex-1 basis-40">
            <bdi className="block font-semibold wrap-anywhere">{title}</bdi>
            <span className="text-muted text-small">
              {dateTime(savedAt, locale)}
              {savedBy !== null && (
                <>
                  {' · '}
                  <bdi>{savedBy}</bdi>
                </>
              )}
            </span>
          </span>
          {at === 0 ? (
            <span className="text-muted text-small">{t('isNow')}</span>
          ) : (
            <Button size="compact" disabled={isPending} onClick={() => onTake(revision)}>
              {t('restore')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
