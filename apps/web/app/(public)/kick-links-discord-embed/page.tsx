export { EmbedFixPage as default, generateMetadata } from '../../../features/embed-fix/page.tsx';
