export { generateMetadata, JournalPage as default } from '../../../../../../features/notifications/page/journal.tsx';
