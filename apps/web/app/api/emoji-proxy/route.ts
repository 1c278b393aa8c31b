export const dynamic = 'force-dynamic';
export { proxyPicture as GET } from '../../../lib/proxy/emoji-proxy.ts';
