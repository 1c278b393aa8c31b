'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { useFailure } from '../../../shell/failed.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { previewQuery } from '../api.ts';

/** Renders the post as readers will see it, shortly after each change. */
export function Preview({ markdown }: { markdown: string }) {
  const t = useTranslations('blog.admin');
  const { data, error } = useQuery(previewQuery(useCalm(markdown)));
  const problem = useFailure(error);
  return (
    <section aria-label={t('preview')} className="grid min-w-0 gap-1.5">
      <h2 className="content-center font-semibold text-body xl:min-h-[30px]">{t('preview')}</h2>
      <div
        className="max-h-[72vh] min-h-40 overflow-y-auto rounded-card border border-line bg-ground p-5"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: without it no keyboard reaches its end
        tabIndex={0}
      >
        {error && (
          <p role="alert" className="mb-3 text-red text-small">
            {problem}
          </p>
        )}
        {markdown.trim() === '' && <p className="text-faint">{t('nothing')}</p>}
        {data === undefined && !error ? <Skeleton className="h-32 w-full" /> : <Prose html={data ?? ''} />}
      </div>
    </section>
  );
}
