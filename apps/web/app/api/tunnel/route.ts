export const dynamic = 'force-dynamic';
export { tunnelReport as POST } from '../../../lib/proxy/tunnel.ts';
