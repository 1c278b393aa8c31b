export { generateMetadata, StickyMessagePage as default } from '../../../../../../features/sticky-message/page.tsx';
