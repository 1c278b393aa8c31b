export { generateMetadata, OverlayMakerPage as default } from '../../../features/kick-overlay-maker/page.tsx';
