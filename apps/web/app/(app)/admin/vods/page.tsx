export { generateMetadata, VodsAdminPage as default } from '../../../../features/vods/admin/page.tsx';
