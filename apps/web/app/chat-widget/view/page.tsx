export {
  ChatViewPage as default,
  chatViewMetadata as generateMetadata,
} from '../../../features/tools/chat-widget/view-page.tsx';
