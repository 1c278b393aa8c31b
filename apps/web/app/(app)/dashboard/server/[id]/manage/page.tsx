export { generateMetadata, ManagePage as default } from '../../../../../../features/servers/page/manage.tsx';
