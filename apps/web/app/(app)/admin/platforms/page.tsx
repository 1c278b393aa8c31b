export {
  PlatformsPage as default,
  platformsMetadata as generateMetadata,
} from '../../../../features/admin/people/pages.tsx';
