import { Blog } from '@tally/contract/blog/calls';
import { Pin } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { feedsAt } from '../../../lib/feeds/feed-of.ts';
import { renderMarkdown } from '../../../lib/markdown/render.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { isOurPicture } from '../../../lib/proxy/our-picture.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { date } from '../../../lib/words/format.ts';
import { JsonLd } from '../../../shell/layout/json-ld.tsx';
import { PostsPage } from '../../../shell/screens/posts-page.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tags } from './tags.tsx';

const A_PAGE = 12;
type Search = Promise<Record<string, string | string[] | undefined>>;

export async function blogMetadata(): Promise<Metadata> {
  const t = await getTranslations('blog');
  const site = config().SITE_NAME;
  return {
    title: t('title'),
    description: t('text', { site }),
    alternates: { ...(await alternatesOf('/blog')), types: feedsAt('/blog', t('feedTitle', { site })) },
  };
}

const wordOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export async function BlogListPage({ searchParams }: { searchParams: Search }) {
  const [search, t] = await Promise.all([searchParams, getTranslations('blog')]);
  const [tag, after] = [wordOf(search['tag']), wordOf(search['after'])];
  const query = new URLSearchParams({
    limit: String(A_PAGE),
    ...(tag ? { tag } : {}),
    ...(after ? { cursor: after } : {}),
  });
  const list = await readPublic(`/data/blogs?${query}`, Blog.array());
  const last = list?.length === A_PAGE ? list.at(-1) : undefined;
  return (
    <PostsPage home="blog" path="/blog" count={list?.length ?? null}>
      {list && <JsonLd about={aboutBlog(list, t('title'))} />}
      {tag && (
        <p className="mb-6 flex flex-wrap items-center gap-3">
          {t('tagged', { tag })}
          <ButtonLink size="compact" href="/blog">
            {t('all')}
          </ButtonLink>
        </p>
      )}
      <div className="grid gap-10">
        {list?.map((blog) => (
          <Entry key={blog.identifier} blog={blog} />
        ))}
      </div>
      {last && (
        <ButtonLink
          className="mt-10"
          href={`/blog?${new URLSearchParams({ ...(tag ? { tag } : {}), after: last.identifier })}`}
        >
          {t('older')}
        </ButtonLink>
      )}
    </PostsPage>
  );
}

function aboutBlog(list: readonly Blog[], name: string) {
  const { webUrl } = config();
  const posts = list.map(({ identifier, title, publishAt, createdAt }) => ({
    '@type': 'BlogPosting',
    headline: title,
    url: `${webUrl}/blog/${identifier}`,
    datePublished: (publishAt ?? createdAt).toISOString(),
  }));
  return { '@type': 'Blog', name, url: `${webUrl}/blog`, blogPost: posts };
}

async function Entry({ blog }: { blog: Blog }) {
  const [t, locale, { summary }] = await Promise.all([
    getTranslations('blog'),
    getLocale(),
    renderMarkdown(blog.content),
  ]);
  const { identifier, title, thumbnail, tags, isPinned, authorName, publishAt, createdAt } = blog;
  return (
    <section aria-labelledby={identifier}>
      {isOurPicture(thumbnail) && (
        // oxlint-disable-next-line nextjs/no-img-element -- it is one of our own files
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          className="mb-4 aspect-[1200/630] w-full rounded-card border border-line object-cover"
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={identifier} className="font-semibold text-title text-balance">
          <Link href={`/blog/${identifier}`} prefetch={false} className="hover:underline">
            <bdi className="wrap-anywhere">{title}</bdi>
          </Link>
        </h2>
        {isPinned && (
          <Badge tone="info">
            <Icon of={Pin} size={12} />
            {t('pinned')}
          </Badge>
        )}
      </div>
      <p className="mt-1 text-muted text-small">
        {t('by', { name: authorName, day: date(publishAt ?? createdAt, locale) })}
      </p>
      {summary !== '' && (
        <p dir="auto" className="mt-3 max-w-prose text-pretty wrap-anywhere">
          {summary}
        </p>
      )}
      <Tags tags={tags} />
    </section>
  );
}
