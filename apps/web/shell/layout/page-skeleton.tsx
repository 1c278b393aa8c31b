import { getTranslations } from 'next-intl/server';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** A title row and a table of 52 px rows, which is the shape of most pages. Other pages have their own skeleton. */
export async function PageSkeleton({ title, description }: { title?: string; description?: string }) {
  const t = await getTranslations('shell');
  return (
    <Loading label={t('loading')}>
      {title === undefined ? (
        <div className="mb-6 flex items-start justify-between gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-control w-32 rounded-control" />
        </div>
      ) : (
        // Hidden from screen readers, which would read the text twice.
        <div aria-hidden>
          <PageHeader title={title} description={description} />
        </div>
      )}
      <div className="border-t border-line">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <div key={row} className="flex h-[52px] items-center gap-4 border-b border-line">
            <Skeleton className="size-7 rounded-full" />
            <Skeleton className="h-4 w-40" />
            <Skeleton className="ms-auto h-4 w-24" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
