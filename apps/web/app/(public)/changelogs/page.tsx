export {
  ChangelogsPage as default,
  changelogsMetadata as generateMetadata,
} from '../../../features/news/page/list.tsx';
