export { adminMetadata as generateMetadata, HeldPage as default } from '../../../../features/premium/page/admin.tsx';
