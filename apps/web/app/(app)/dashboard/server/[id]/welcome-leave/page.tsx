export { generateMetadata, WelcomeLeavePage as default } from '../../../../../../features/welcome-leave/page.tsx';
