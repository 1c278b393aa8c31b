export {
  KickEmotesPage as default,
  kickEmotesMetadata as generateMetadata,
} from '../../../features/tools/emotes/page.tsx';
