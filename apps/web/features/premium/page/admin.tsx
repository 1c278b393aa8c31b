import { Holder, TierId } from '@tally/contract/wire/enums';
import { DiscordId } from '@tally/contract/wire/ids';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { StaffPage, staffHead } from '../../admin/staff-page.tsx';
import { HolderScreen } from '../admin/holder.tsx';
import { HeldScreen } from '../admin/list.tsx';
import { PlanScreen } from '../admin/plan.tsx';
import { SingleScreen } from '../admin/single.tsx';

export const adminMetadata = async () => staffHead((await getTranslations('premium.admin'))('title'));

const forDevs = (page: ReactNode) => (
  <StaffPage homes={['admin', 'premium']} who="dev">
    <NuqsAdapter>{page}</NuqsAdapter>
  </StaffPage>
);

export async function HeldPage() {
  return forDevs(<HeldScreen />);
}

export async function SinglePage() {
  return forDevs(<SingleScreen />);
}

/** Shows a plan by its code, or a server or person by their Discord id. */
export async function HolderPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { id } = await params;
  const tier = TierId.safeParse(id);
  if (tier.success) return forDevs(<PlanScreen tierId={tier.data} />);
  const holder = DiscordId.safeParse(id);
  if (!holder.success) notFound();
  const type = Holder.safeParse((await searchParams)['type']);
  return forDevs(<HolderScreen type={type.success ? type.data : 'guild'} id={holder.data} />);
}
