export { LandingPage as default } from '../../features/landing/page.tsx';
