export { generateMetadata, StarboardPage as default } from '../../../../../../features/starboard/page.tsx';
