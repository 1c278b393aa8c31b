export { SelectPage as default, selectMetadata as generateMetadata } from '../../../features/servers/page.tsx';
