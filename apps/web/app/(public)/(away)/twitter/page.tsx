export { generateMetadata, TwitterPage as default } from '../../../../shell/screens/away.tsx';
