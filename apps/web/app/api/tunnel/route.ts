export const dynamic = 'force-dynamic';
export { tunnelReport as POST } from '../../../lib/tunnel.ts';
