export { rss as GET } from '../../../../features/blog/feed.ts';

export const dynamic = 'force-dynamic';
