export {
  WishPage as default,
  wishMetadata as generateMetadata,
} from '../../../../features/feedback-board/page/one.tsx';
