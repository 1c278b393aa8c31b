export { DashboardPage as default } from '../../../features/servers/page.tsx';
