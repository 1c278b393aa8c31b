export { OverviewPage as default, generateMetadata } from '../../../../../features/servers/page/overview.tsx';
