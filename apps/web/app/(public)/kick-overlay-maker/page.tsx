export { generateMetadata, OverlayMakerPage as default } from '../../../features/tools/kick-overlay-maker/page.tsx';
