export { generateMetadata, OwnRecordingsPage as default } from '../../../../../../features/vods/own-page.tsx';
