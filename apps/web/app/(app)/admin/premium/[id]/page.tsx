export {
  adminMetadata as generateMetadata,
  HolderPage as default,
} from '../../../../../features/premium/page/admin.tsx';
