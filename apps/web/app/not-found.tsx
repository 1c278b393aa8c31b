export { generateMetadata, NotFoundPage as default } from '../shell/not-found-screen.tsx';
