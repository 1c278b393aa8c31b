export { GiveawayPage as default, generateMetadata } from '../../../../../../../features/giveaways/page/one.tsx';
