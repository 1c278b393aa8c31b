export { endLogin as GET } from '../../../features/session/log-in.ts';
