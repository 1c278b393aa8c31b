export {
  BlogsAdminPage as default,
  listMetadata as generateMetadata,
} from '../../../../features/blog/admin/pages.tsx';
