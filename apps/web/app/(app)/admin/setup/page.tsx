export { HousePage as default, setupMetadata as generateMetadata } from '../../../../features/setup/page.tsx';
