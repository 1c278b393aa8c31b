export {
  RoomPage as default,
  roomMetadata as generateMetadata,
} from '../../../../../../features/media-sharing/page/room.tsx';
