export { DashboardPage as default, generateMetadata } from '../../../features/servers/page/dashboard.tsx';
