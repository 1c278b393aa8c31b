export { DashboardPage as default, dashboardMetadata as generateMetadata } from '../../../features/servers/page.tsx';
