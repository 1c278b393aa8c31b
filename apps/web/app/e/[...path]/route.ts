import { forwardToApi } from '../../../lib/proxy/api-proxy.ts';

export const dynamic = 'force-dynamic';
export { forwardToApi as GET, forwardToApi as HEAD };
