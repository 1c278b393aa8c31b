export { generateMetadata, RootLayout as default, viewport } from '../shell/layout/root-layout.tsx';
