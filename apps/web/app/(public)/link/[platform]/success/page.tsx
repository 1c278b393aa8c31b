export {
  LinkedPage as default,
  linkedMetadata as generateMetadata,
} from '../../../../../features/connections/page.tsx';
