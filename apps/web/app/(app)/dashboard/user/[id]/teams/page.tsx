export { generateMetadata, TeamsPage as default } from '../../../../../../features/teams/page/own.tsx';
