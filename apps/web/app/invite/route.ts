export const dynamic = 'force-dynamic';
export { redirectToInvite as GET } from '../../lib/paths/redirects.ts';
