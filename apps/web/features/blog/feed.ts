import { Blog } from '@tally/contract/blog/calls';
import { getTranslations } from 'next-intl/server';
import { feedOf } from '../../lib/feeds/feed-of.ts';

export const { rss, json } = feedOf({
  page: '/blog',
  source: '/data/blogs',
  entity: Blog,
  async describe(site) {
    const t = await getTranslations('blog');
    return {
      title: t('feedTitle', { site }),
      description: t('text', { site }),
      tell: (blog) => ({
        uuid: blog.feedId,
        title: blog.title,
        name: blog.identifier,
        markdown: blog.content,
        publishedAt: blog.publishAt ?? blog.createdAt,
        changedAt: blog.lastEdited,
        author: blog.authorName,
        tags: blog.tags,
        image: blog.thumbnail ?? undefined,
      }),
    };
  },
});
