import { getTranslations } from 'next-intl/server';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { MoneyScreen } from './screen.tsx';

export const moneyMetadata = async () => staffHead((await getTranslations('billing.money'))('title'));

export const MoneyPage = () => (
  <StaffPage homes={['billing']} who="dev">
    <MoneyScreen />
  </StaffPage>
);
