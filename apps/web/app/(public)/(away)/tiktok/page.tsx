export { generateMetadata, TiktokPage as default } from '../../../../shell/screens/away.tsx';
