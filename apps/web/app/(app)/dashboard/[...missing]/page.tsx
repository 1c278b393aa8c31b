export { generateMetadata, Missing as default } from '../../../../shell/not-found-screen.tsx';
