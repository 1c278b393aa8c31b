export { generateMetadata, SelectPage as default } from '../../../features/servers/page/select.tsx';
