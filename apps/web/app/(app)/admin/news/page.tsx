export {
  NoticesAdminPage as default,
  noticesMetadata as generateMetadata,
} from '../../../../features/news/admin/pages.tsx';
