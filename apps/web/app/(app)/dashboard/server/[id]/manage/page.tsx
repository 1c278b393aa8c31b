export { ManagePage as default, manageMetadata as generateMetadata } from '../../../../../../features/servers/page.tsx';
