export {
  IncidentPage as default,
  incidentMetadata as generateMetadata,
} from '../../../../features/status/page/one.tsx';
