export { ChoicePage as default, generateMetadata } from '../../../../../../features/notifications/page/choice.tsx';
