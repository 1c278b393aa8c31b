export { generateMetadata, NotFoundScreen as default } from '../../shell/screens/not-found-screen.tsx';
