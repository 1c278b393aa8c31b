export { PeoplePage as default, peopleMetadata as generateMetadata } from '../../../../features/admin/people/pages.tsx';
