export { generateMetadata, MovingPage as default } from '../../../../../../features/moving/page.tsx';
