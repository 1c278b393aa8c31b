export { StatusPage as default, statusMetadata as generateMetadata } from '../../../features/status/page/page.tsx';
