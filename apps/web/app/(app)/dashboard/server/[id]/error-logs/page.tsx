export { ErrorLogsPage as default, generateMetadata } from '../../../../../../features/error-logs/page.tsx';
