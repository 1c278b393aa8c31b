export { beginLogin as GET } from '../../features/session/log-in.ts';
