export const dynamic = 'force-dynamic';
export { redirectToInvite as GET } from '../../lib/redirects.ts';
