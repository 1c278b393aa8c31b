export {
  IncidentAdminPage as default,
  incidentMetadata as generateMetadata,
} from '../../../../../features/status/admin/pages.tsx';
