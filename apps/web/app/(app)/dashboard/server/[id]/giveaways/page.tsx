export { GiveawaysPage as default, generateMetadata } from '../../../../../../features/giveaways/page/list.tsx';
