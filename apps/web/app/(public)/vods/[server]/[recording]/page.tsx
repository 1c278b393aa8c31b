export { WatchPage as default, watchMetadata as generateMetadata } from '../../../../../features/vods/watch/page.tsx';
