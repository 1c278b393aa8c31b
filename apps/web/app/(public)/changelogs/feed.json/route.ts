import { readFeed } from '../../../../features/news/feed.ts';
import { answerFeed } from '../../../../lib/feeds/answer.ts';

export const dynamic = 'force-dynamic';

export const GET = async (request: Request): Promise<Response> =>
  answerFeed(request, 'json', await readFeed('feed.json'));
