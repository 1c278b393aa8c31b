export {
  CreateGiveawayPage as default,
  generateMetadata,
} from '../../../../../../../features/giveaways/page/create.tsx';
