import { redirectTo } from '../../lib/redirects.ts';

export const dynamic = 'force-dynamic';
export const GET = redirectTo('SUPPORT_URL');
