export const dynamic = 'force-dynamic';
export { siteMap as default } from '../lib/paths/site-map.ts';
