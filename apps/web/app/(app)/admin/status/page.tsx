export {
  IncidentsAdminPage as default,
  incidentsMetadata as generateMetadata,
} from '../../../../features/status/admin/pages.tsx';
