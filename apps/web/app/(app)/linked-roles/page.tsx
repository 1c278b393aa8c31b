export { generateMetadata, LinkedRolesPage as default } from '../../../features/linked-roles/page.tsx';
