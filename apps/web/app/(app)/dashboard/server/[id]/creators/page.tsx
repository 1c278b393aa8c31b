export { CreatorsPage as default, generateMetadata } from '../../../../../../features/creators/page.tsx';
