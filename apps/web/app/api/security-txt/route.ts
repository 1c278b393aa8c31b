export const dynamic = 'force-dynamic';
export { securityTxt as GET } from '../../../lib/security-txt.ts';
