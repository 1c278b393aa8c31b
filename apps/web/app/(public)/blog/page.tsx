export { BlogListPage as default, blogMetadata as generateMetadata } from '../../../features/blog/page/list.tsx';
