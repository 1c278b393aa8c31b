export { JoinPage as default, joinMetadata as generateMetadata } from '../../../../../features/teams/page/join.tsx';
