export { generateMetadata, GiveawaysPage as default } from '../../../../../../features/giveaways/page/list.tsx';
