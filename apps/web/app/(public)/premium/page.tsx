export { generateMetadata, PremiumPage as default } from '../../../features/premium/page/premium.tsx';
