export { TermsPage as default, termsMetadata as generateMetadata } from '../../../features/legal/page.tsx';
