export { MediaPlayerGone as default } from '../../../../features/media-sharing/player/gone.tsx';
