export {
  ChatViewPage as default,
  chatViewMetadata as generateMetadata,
} from '../../../features/chat-widget/view-page.tsx';
