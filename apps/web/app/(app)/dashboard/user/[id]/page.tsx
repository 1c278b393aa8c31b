export { UserPage as default, userMetadata as generateMetadata } from '../../../../../features/account/page.tsx';
