export {
  generateMetadata,
  ServerMessagesPage as default,
} from '../../../../../../features/message-editor/page/server-messages.tsx';
