export { generateMetadata, ImportPage as default } from '../../../../../../features/emotes/import/page.tsx';
