export {
  TwitchEmotesPage as default,
  twitchEmotesMetadata as generateMetadata,
} from '../../../features/tools/emotes/page.tsx';
