export { PublicLayout as default } from '../../shell/public-layout.tsx';
