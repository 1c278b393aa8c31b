export {
  generateMetadata,
  CreateGiveawayPage as default,
} from '../../../../../../../features/giveaways/page/create.tsx';
