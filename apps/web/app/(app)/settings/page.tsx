export { generateMetadata, SettingsPage as default } from '../../../features/account/page/settings.tsx';
