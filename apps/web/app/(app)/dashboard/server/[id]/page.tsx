export { generateMetadata, OverviewPage as default } from '../../../../../features/servers/page/overview.tsx';
