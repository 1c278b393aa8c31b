export { generateMetadata, NotFoundScreen as default } from '../../shell/not-found-screen.tsx';
