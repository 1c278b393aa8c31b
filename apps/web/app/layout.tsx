export { RootLayout as default, generateMetadata, viewport } from '../shell/root-layout.tsx';
