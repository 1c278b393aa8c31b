import type { Metadata } from 'next';
import type { ComponentProps } from 'react';
import { ClientPage } from '../../shell/client-page.tsx';
import { AdminGate } from './gate.tsx';

export const StaffPage = ({
  homes,
  ...gate
}: Pick<ComponentProps<typeof ClientPage>, 'homes'> & ComponentProps<typeof AdminGate>) => (
  <ClientPage homes={homes}>
    <AdminGate {...gate} />
  </ClientPage>
);

/** Search engines must not list these pages. */
export const staffHead = (title: string): Metadata => ({ title, robots: { index: false } });
