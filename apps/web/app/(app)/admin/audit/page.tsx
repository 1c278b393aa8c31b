export { AuditPage as default, auditMetadata as generateMetadata } from '../../../../features/admin/people/pages.tsx';
