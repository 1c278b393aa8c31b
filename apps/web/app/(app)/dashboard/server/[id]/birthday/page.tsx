export { BirthdayPage as default, generateMetadata } from '../../../../../../features/birthday/page.tsx';
