export const dynamic = 'force-dynamic';
export { proxyPicture as GET } from '../../../lib/emoji-proxy.ts';
