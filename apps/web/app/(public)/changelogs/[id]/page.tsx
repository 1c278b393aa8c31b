export {
  ChangelogPage as default,
  changelogMetadata as generateMetadata,
} from '../../../../features/news/page/one.tsx';
