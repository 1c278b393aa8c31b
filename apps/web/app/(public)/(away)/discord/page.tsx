export { generateMetadata, SupportPage as default } from '../../../../shell/screens/away.tsx';
