export {
  MediaPlayerPage as default,
  mediaPlayerMetadata as generateMetadata,
} from '../../../../features/media-sharing/player/page.tsx';
