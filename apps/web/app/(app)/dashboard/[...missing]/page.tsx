export { generateMetadata, Missing as default } from '../../../../shell/screens/not-found-screen.tsx';
