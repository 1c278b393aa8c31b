export { PostPage as default, postMetadata as generateMetadata } from '../../../../features/blog/page/one.tsx';
