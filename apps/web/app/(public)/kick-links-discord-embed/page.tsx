export { EmbedFixPage as default, generateMetadata } from '../../../features/tools/embed-fix/page.tsx';
