import { redirectTo } from '../../lib/paths/redirects.ts';

export const dynamic = 'force-dynamic';
export const GET = redirectTo('VOTE_URL');
