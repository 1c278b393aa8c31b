export {
  BoardPage as default,
  boardMetadata as generateMetadata,
} from '../../../features/feedback-board/page/list.tsx';
