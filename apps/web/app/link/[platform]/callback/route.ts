export { endLinking as GET } from '../../../../features/connections/callback.ts';
