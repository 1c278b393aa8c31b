export {
  ServerFilePage as default,
  serverMetadata as generateMetadata,
} from '../../../../../features/admin/people/pages.tsx';
