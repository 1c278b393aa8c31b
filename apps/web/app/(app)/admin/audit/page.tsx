export { AuditPage as default, auditMetadata as generateMetadata } from '../../../../features/admin/audit/page.tsx';
