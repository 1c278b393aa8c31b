export { AppLayout as default } from '../../shell/layout/app-layout.tsx';
