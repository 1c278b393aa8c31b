export { DocPage as default, docMetadata as generateMetadata } from '../../../../../features/docs/page/one.tsx';
