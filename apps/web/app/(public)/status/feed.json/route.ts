export { json as GET } from '../../../../features/status/feed.ts';

export const dynamic = 'force-dynamic';
