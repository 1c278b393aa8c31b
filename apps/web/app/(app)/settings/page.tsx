export { SettingsPage as default, settingsMetadata as generateMetadata } from '../../../features/account/page.tsx';
