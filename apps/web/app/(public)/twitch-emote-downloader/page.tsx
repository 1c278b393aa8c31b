export {
  TwitchEmotesPage as default,
  twitchEmotesMetadata as generateMetadata,
} from '../../../features/emotes/page.tsx';
