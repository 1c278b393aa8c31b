export { FaqPage as default, faqMetadata as generateMetadata } from '../../../features/faq/page.tsx';
