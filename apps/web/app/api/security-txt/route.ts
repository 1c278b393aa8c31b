export const dynamic = 'force-dynamic';
export { securityTxt as GET } from '../../../lib/proxy/security-txt.ts';
