export {
  PublicRoomPage as default,
  publicRoomMetadata as generateMetadata,
} from '../../../../features/media-sharing/page/public.tsx';
