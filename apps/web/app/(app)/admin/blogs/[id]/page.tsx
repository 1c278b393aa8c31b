export {
  BlogAdminPage as default,
  editorMetadata as generateMetadata,
} from '../../../../../features/blog/admin/pages.tsx';
