import Link from 'next/link';
import { getTranslations } from 'next-intl/server';

export async function Tags({ tags }: { tags: readonly string[] }) {
  const t = await getTranslations('blog');
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t('tags')} className="mt-3 flex flex-wrap gap-2">
      {[...new Set(tags)].map((tag) => (
        <li key={tag}>
          <Link
            href={`/blog?tag=${encodeURIComponent(tag)}`}
            prefetch={false}
            className="inline-flex min-h-[26px] items-center rounded-full border border-line px-2.5 text-muted text-small hover:bg-raised hover:text-text pointer-coarse:min-h-11"
          >
            <bdi className="wrap-anywhere">{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
