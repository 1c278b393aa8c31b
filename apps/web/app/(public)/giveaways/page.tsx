export { ListedPage as default, listedMetadata as generateMetadata } from '../../../features/giveaways/page/listed.tsx';
