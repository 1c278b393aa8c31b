import { forwardToApi } from '../../../lib/api-proxy.ts';

export const dynamic = 'force-dynamic';
export { forwardToApi as GET, forwardToApi as HEAD };
