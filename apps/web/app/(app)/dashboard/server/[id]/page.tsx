export {
  OverviewPage as default,
  overviewMetadata as generateMetadata,
} from '../../../../../features/servers/page.tsx';
