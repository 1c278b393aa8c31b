export { generateMetadata, EmbedFixPage as default } from '../../../features/embed-fix/page.tsx';
