export { AppLayout as default } from '../../shell/app-layout.tsx';
