export {
  ChangelogAdminPage as default,
  editorMetadata as generateMetadata,
} from '../../../../../features/news/admin/pages.tsx';
