export {
  CheckoutPage as default,
  checkoutMetadata as generateMetadata,
} from '../../../../../features/billing/page.tsx';
