export {
  ChoicePage as default,
  choiceMetadata as generateMetadata,
} from '../../../../../../features/notifications/page.tsx';
