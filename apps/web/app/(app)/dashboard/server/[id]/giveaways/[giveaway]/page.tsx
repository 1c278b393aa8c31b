export { generateMetadata, GiveawayPage as default } from '../../../../../../../features/giveaways/page/one.tsx';
