export {
  StreamersPage as default,
  streamersMetadata as generateMetadata,
} from '../../../../../../../features/notifications/page.tsx';
