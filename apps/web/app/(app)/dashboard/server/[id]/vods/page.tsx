export { generateMetadata, VodsPage as default } from '../../../../../../features/vods/page.tsx';
