export { PrivacyPage as default, privacyMetadata as generateMetadata } from '../../../features/legal/page.tsx';
