export { generateMetadata, UserPage as default } from '../../../../../features/account/page/user.tsx';
