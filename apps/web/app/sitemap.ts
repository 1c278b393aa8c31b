export const dynamic = 'force-dynamic';
export { siteMap as default } from '../lib/site-map.ts';
