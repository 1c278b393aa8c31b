export { FaqAdminPage as default, generateMetadata } from '../../../../features/faq/admin/page.tsx';
