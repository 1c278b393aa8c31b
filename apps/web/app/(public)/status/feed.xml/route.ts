import { readFeed } from '../../../../features/status/feed.ts';
import { answerFeed } from '../../../../lib/feeds/answer.ts';

export const dynamic = 'force-dynamic';

export const GET = async (request: Request): Promise<Response> =>
  answerFeed(request, 'rss', await readFeed('feed.xml'));
