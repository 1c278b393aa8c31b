export {
  EditorPage as default,
  generateMetadata,
} from '../../../../../../../../features/notifications/page/editor.tsx';
