export {
  SubscriptionsPage as default,
  subscriptionsMetadata as generateMetadata,
} from '../../../features/billing/page.tsx';
