export {
  MoneyPage as default,
  moneyMetadata as generateMetadata,
} from '../../../../features/billing/money/page.tsx';
