export {
  generateMetadata,
  ServerMessagePage as default,
} from '../../../../../../../features/message-editor/page/server-message.tsx';
