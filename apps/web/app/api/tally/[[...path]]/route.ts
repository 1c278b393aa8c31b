import { forwardToApi } from '../../../../lib/proxy/api-proxy.ts';

export const dynamic = 'force-dynamic';
export {
  forwardToApi as DELETE,
  forwardToApi as GET,
  forwardToApi as HEAD,
  forwardToApi as PATCH,
  forwardToApi as POST,
  forwardToApi as PUT,
};
