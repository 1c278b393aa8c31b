export { logOut as POST } from '../../features/session/log-out.ts';
