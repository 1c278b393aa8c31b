export { generateMetadata, RootLayout as default, viewport } from '../shell/root-layout.tsx';
