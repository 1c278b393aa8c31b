export {
  ChangelogsAdminPage as default,
  listMetadata as generateMetadata,
} from '../../../../features/news/admin/pages.tsx';
