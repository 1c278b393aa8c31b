export { generateMetadata, StatCountersPage as default } from '../../../../../../features/stat-counters/page.tsx';
