export {
  generateMetadata,
  StreamersPage as default,
} from '../../../../../../../features/notifications/page/streamers.tsx';
