import { Blog, BlogPage } from '@tally/contract/blog/calls';
import { blogReactions } from '@tally/contract/feedback-board/public-words';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound, permanentRedirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { feedsAt } from '../../../lib/feeds/feed-of.ts';
import { type Heading, renderMarkdown } from '../../../lib/markdown/render.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { loginPath } from '../../../lib/paths/paths.ts';
import { ourFace } from '../../../lib/proxy/our-picture.ts';
import { findPublic, readPublic } from '../../../lib/read-public.ts';
import { date, fullCount } from '../../../lib/words/format.ts';
import { JsonLd } from '../../../shell/layout/json-ld.tsx';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { pillClass, ReactionFace } from './reaction-face.tsx';
import { Reactions } from './reactions.tsx';
import { Tags } from './tags.tsx';

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Cached for the page and its metadata, because each call counts as one view. */
const readPost = cache(async (slug: string, query: string) =>
  findPublic(`/data/blogs/${encodeURIComponent(slug)}${query}`, BlogPage),
);

async function postOf({ params, searchParams }: Props) {
  const [{ slug }, { preview }] = await Promise.all([params, searchParams]);
  const query = typeof preview === 'string' ? `?preview=${encodeURIComponent(preview)}` : '';
  return { slug, query, post: await readPost(slug, query) };
}

export async function postMetadata(props: Props): Promise<Metadata> {
  const [{ post }, t] = await Promise.all([postOf(props), getTranslations('blog')]);
  if (!post || post === 'down') return {};
  const { SITE_NAME: siteName } = config();
  const { summary } = await renderMarkdown(post.content);
  const url = `/blog/${post.identifier}`;
  const about = { title: post.title, description: summary };
  return {
    ...about,
    ...(post.isPreview ? { robots: { index: false } } : {}),
    alternates: { ...(await alternatesOf(url)), types: feedsAt('/blog', t('feedTitle', { site: siteName })) },
    openGraph: {
      ...about,
      siteName,
      type: 'article',
      url,
      authors: [post.authorName],
      tags: [...post.tags],
      publishedTime: (post.publishAt ?? post.createdAt).toISOString(),
      modifiedTime: post.lastEdited.toISOString(),
      ...(post.isPreview ? {} : { images: [shareImage(post)] }),
    },
  };
}

const shareImage = ({ identifier, lastEdited, title }: BlogPage) => ({
  url: `/files/share/blog/${identifier}.png?at=${lastEdited.getTime()}`,
  width: 1200,
  height: 630,
  alt: title,
});

export async function PostPage(props: Props) {
  const [{ slug, query, post }, t, shell] = await Promise.all([postOf(props), getTranslations('blog'), getShellData()]);
  if (!post) notFound();
  // The post was renamed: a permanent redirect shows search engines and bookmarks the new address.
  if (post !== 'down' && post.identifier !== slug) permanentRedirect(`/blog/${post.identifier}${query}`);
  if (post === 'down') {
    return (
      <article className="mx-auto max-w-3xl px-5 py-14">
        <EmptyState title={t('downTitle')} text={t('downText')} />
      </article>
    );
  }
  const { html, headings, summary } = await renderMarkdown(post.content);
  return (
    <article
      className={cx(
        'mx-auto grid gap-x-12 gap-y-8 px-5 py-14',
        headings.length < FEW ? 'max-w-3xl' : 'max-w-6xl lg:grid-cols-[minmax(0,1fr)_220px]',
      )}
    >
      <header className="min-w-0">
        <JsonLd about={aboutPost(post, summary)} />
        {post.isPreview && (
          <p role="note" className="mb-6 rounded-card border border-warn bg-surface px-4 py-3">
            {t('isPreview')}
          </p>
        )}
        <h1 className="page-title text-balance">
          <bdi className="wrap-anywhere">{post.title}</bdi>
        </h1>
        <Byline post={post} />
      </header>
      <Contents headings={headings} />
      <div className="min-w-0">
        <Prose html={html} />
        <Tags tags={post.tags} />
        <section id="reactions" aria-label={t('reactions')} className="mt-10 flex scroll-mt-24 flex-wrap gap-2">
          {shell.isLoggedIn ? (
            <ShellProviders shell={shell}>
              <MessagesOf homes={['blog']}>
                <Reactions
                  id={post.identifier}
                  counts={post.reactionCounts}
                  own={post.ownReaction}
                  isDisabled={post.isPreview}
                />
              </MessagesOf>
            </ShellProviders>
          ) : (
            blogReactions.map((reaction) => (
              <a key={reaction} href={loginPath(`/blog/${post.identifier}#reactions`)} className={pillClass}>
                <ReactionFace reaction={reaction} total={post.reactionCounts[reaction]} />
              </a>
            ))
          )}
        </section>
        <More post={post} />
        <ButtonLink className="mt-10" href="/blog">
          {t('all')}
        </ButtonLink>
      </div>
    </article>
  );
}

async function Byline({ post }: { post: BlogPage }) {
  const [t, locale] = await Promise.all([getTranslations('blog'), getLocale()]);
  const { authorName, authorIcon, publishAt, createdAt, views } = post;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
      <Avatar name={authorName} src={ourFace(authorIcon)} size={28} />
      {t('by', { name: authorName, day: date(publishAt ?? createdAt, locale) })}
      {views !== null && views > 0 && (
        <span className="text-faint text-small">{t('views', { count: views, shown: fullCount(views, locale) })}</span>
      )}
    </p>
  );
}

/** Lists the newest other posts. */
async function More({ post: { identifier } }: { post: BlogPage }) {
  const [t, locale, list] = await Promise.all([
    getTranslations('blog'),
    getLocale(),
    readPublic('/data/blogs?limit=3', Blog.array()),
  ]);
  const next = (list ?? []).filter((blog) => blog.identifier !== identifier).slice(0, 2);
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="more-posts" className="mt-12 border-line border-t pt-6">
      <h2 id="more-posts" className="caps mb-3 text-faint">
        {t('next')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {next.map((blog) => (
          <li key={blog.identifier}>
            <Link
              href={`/blog/${blog.identifier}`}
              prefetch={false}
              className="block h-full rounded-panel border border-line bg-surface p-4 hover:border-control"
            >
              <bdi className="block font-semibold wrap-anywhere">{blog.title}</bdi>
              <span className="text-muted text-small">{date(blog.publishAt ?? blog.createdAt, locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A table of contents is only useful with at least this many headings. */
const FEW = 3;

async function Contents({ headings }: { headings: readonly Heading[] }) {
  const t = await getTranslations('blog');
  if (headings.length < FEW) return null;
  return (
    <nav aria-label={t('contents')} className="lg:sticky lg:top-24 lg:row-span-2 lg:self-start">
      <h2 className="caps mb-2 text-faint">{t('contents')}</h2>
      <ul className="grid gap-1.5 border-s border-line ps-3 text-small">
        {headings.map(({ id, text, depth }) => (
          <li key={id} className={depth === 3 ? 'ps-3' : undefined}>
            <a href={`#${id}`} className="text-muted hover:text-text">
              <bdi className="wrap-anywhere">{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function aboutPost(post: BlogPage, summary: string) {
  const { webUrl, SITE_NAME: name } = config();
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: summary,
    url: `${webUrl}/blog/${post.identifier}`,
    datePublished: (post.publishAt ?? post.createdAt).toISOString(),
    dateModified: post.lastEdited.toISOString(),
    keywords: post.tags,
    image: `${webUrl}${shareImage(post).url}`,
    author: { '@type': 'Person', name: post.authorName },
    publisher: { '@type': 'Organization', name, url: webUrl },
  };
}
