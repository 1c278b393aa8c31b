export { DocsHome as default, docsMetadata as generateMetadata } from '../../../features/docs/page/home.tsx';
