export { PublicLayout as default } from '../../shell/layout/public-layout.tsx';
