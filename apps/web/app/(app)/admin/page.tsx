export { AdminPage as default, generateMetadata } from '../../../features/admin/page.tsx';
