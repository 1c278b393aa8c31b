export { generateMetadata, LiveRolePage as default } from '../../../../../../features/live-role/page.tsx';
