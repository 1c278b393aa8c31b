export { rss as GET } from '../../../../features/news/feed.ts';

export const dynamic = 'force-dynamic';
