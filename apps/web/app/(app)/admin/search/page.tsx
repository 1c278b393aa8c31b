export { SearchPage as default, searchMetadata as generateMetadata } from '../../../../features/admin/people/pages.tsx';
