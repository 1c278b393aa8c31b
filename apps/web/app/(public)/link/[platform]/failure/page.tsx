export {
  NotLinkedPage as default,
  notLinkedMetadata as generateMetadata,
} from '../../../../../features/connections/page.tsx';
