export { generateMetadata, OverridesPage as default } from '../../../../../../features/overrides/page.tsx';
