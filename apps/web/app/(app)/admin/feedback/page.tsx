export { BoardAdminPage as default, generateMetadata } from '../../../../features/feedback-board/admin/page.tsx';
