export { KickEmotesPage as default, kickEmotesMetadata as generateMetadata } from '../../../features/emotes/page.tsx';
