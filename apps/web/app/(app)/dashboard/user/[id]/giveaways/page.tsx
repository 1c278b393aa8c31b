export { generateMetadata, OwnGiveawaysPage as default } from '../../../../../../features/giveaways/page/own.tsx';
