export { ClipPage as default, clipMetadata as generateMetadata } from '../../../../../features/clips/page.tsx';
