export { generateMetadata, VotePage as default } from '../../../../shell/screens/away.tsx';
