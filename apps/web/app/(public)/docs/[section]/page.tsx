export {
  DocsSectionPage as default,
  sectionMetadata as generateMetadata,
} from '../../../../features/docs/page/section.tsx';
