export { generateMetadata, ImportPage as default } from '../../../../../../features/tools/emotes/import/page.tsx';
