export {
  adminMetadata as generateMetadata,
  SinglePage as default,
} from '../../../../../features/premium/page/admin.tsx';
