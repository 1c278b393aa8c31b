import { Blog } from '@tally/contract/blog/calls';
import { Pin } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { feedsAt } from '../../../lib/feeds/feed-of.ts';
import { renderMarkdown } from '../../../lib/markdown/render.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { isOurPicture, ourFace } from '../../../lib/proxy/our-picture.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { date } from '../../../lib/words/format.ts';
import { JsonLd } from '../../../shell/layout/json-ld.tsx';
import { PostsPage } from '../../../shell/screens/posts-page.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
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
      <div className="grid gap-5 sm:grid-cols-2">
        {list?.map((blog, place) => (
          <Entry key={blog.identifier} blog={blog} isLead={place === 0 && !after && !tag} />
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

/** The first post on the first page fills the full width. */
async function Entry({ blog, isLead }: { blog: Blog; isLead: boolean }) {
  const [t, locale, { summary }] = await Promise.all([
    getTranslations('blog'),
    getLocale(),
    renderMarkdown(blog.content),
  ]);
  const { identifier, title, thumbnail, tags, isPinned, authorName, authorIcon, publishAt, createdAt } = blog;
  return (
    <section
      aria-labelledby={identifier}
      className={cx(
        'relative flex flex-col overflow-hidden rounded-panel border border-line bg-surface hover:border-control',
        isLead && 'sm:col-span-2 sm:flex-row',
      )}
    >
      {isOurPicture(thumbnail) && (
        // oxlint-disable-next-line nextjs/no-img-element -- it is one of our own files
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          className={cx('aspect-[1200/630] w-full border-line object-cover', isLead && 'sm:w-1/2 sm:self-center')}
        />
      )}
      <div className={cx('flex min-w-0 flex-1 flex-col p-5', isLead && 'sm:p-8')}>
        {isPinned && (
          <Badge tone="info" className="mb-3 self-start">
            <Icon of={Pin} size={12} />
            {t('pinned')}
          </Badge>
        )}
        <h2 id={identifier} className={cx('font-semibold text-balance', isLead ? 'text-head' : 'text-title')}>
          {/* The whole card links to the post. */}
          <Link
            href={`/blog/${identifier}`}
            prefetch={false}
            className="after:absolute after:inset-0 after:rounded-panel hover:underline"
          >
            <bdi className="wrap-anywhere">{title}</bdi>
          </Link>
        </h2>
        {summary !== '' && (
          <p
            dir="auto"
            className={cx(
              'mt-2 text-muted text-pretty wrap-anywhere',
              isLead ? 'line-clamp-4 max-w-prose text-lead' : 'line-clamp-3',
            )}
          >
            {summary}
          </p>
        )}
        <div className="mt-auto">
          <p className="mt-4 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-small">
            <Avatar name={authorName} src={ourFace(authorIcon)} size={22} />
            {t('by', { name: authorName, day: date(publishAt ?? createdAt, locale) })}
            <span className="text-faint">{t('minutes', { count: minutesOf(blog) })}</span>
          </p>
          <div className="relative w-fit">
            <Tags tags={tags} />
          </div>
        </div>
      </div>
    </section>
  );
}

const WORDS_A_MINUTE = 220;
const minutesOf = ({ content }: Blog): number => Math.max(1, Math.round(content.split(/\s+/).length / WORDS_A_MINUTE));
