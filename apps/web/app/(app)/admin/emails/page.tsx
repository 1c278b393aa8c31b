export { EmailsPage as default, emailsMetadata as generateMetadata } from '../../../../features/admin/people/pages.tsx';
