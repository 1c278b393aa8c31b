export { FilesAdminPage as default, generateMetadata } from '../../../../features/files/page.tsx';
