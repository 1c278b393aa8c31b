'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { fullCount } from '../../lib/words/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { meQuery } from '../me.ts';
import { waitsQuery } from '../staff-waits.ts';
import { Group } from './group.tsx';
import { useIsSeen } from './seen.ts';
import { SidebarRow } from './sidebar-row.tsx';
import { type StaffPlace, staffPlaces } from './staff-places.ts';

/** Links to the staff pages, with the number of open tasks. */
export function StaffNav({ isSheet }: { isSheet: boolean }) {
  const t = useTranslations('shell.staff');
  const path = usePathname();
  const me = useQuery(meQuery()).data;
  const waits = useQuery({ ...waitsQuery(), enabled: useIsSeen() && me !== undefined }).data;
  const here = placeOf(path);
  return (
    <nav aria-label={t('label')} className="flex flex-col">
      <SidebarRow icon={ArrowLeft} label={t('back')} href="/dashboard" isSheet={isSheet} />
      {Object.entries(staffPlaces).map(([name, all]) => {
        const places = all.filter(({ isForDevs }) => !isForDevs || me?.isDev);
        return (
          places.length > 0 && (
            <Group key={name} name={`staff-${name}`} label={t(`groups.${name as keyof typeof staffPlaces}`)}>
              {places.map((place) => (
                <SidebarRow
                  key={place.name}
                  icon={place.icon}
                  label={t(`places.${place.name}`)}
                  href={place.href}
                  isHere={place === here}
                  isSheet={isSheet}
                  aside={<Waiting count={waits?.find(({ kind }) => kind === place.waits)?.count ?? 0} />}
                />
              ))}
            </Group>
          )
        );
      })}
    </nav>
  );
}

function Waiting({ count }: { count: number }) {
  const t = useTranslations('shell.staff');
  const locale = useLocale();
  if (count === 0) return null;
  return (
    <Badge tone="warn" className="collapsed:hidden">
      <span aria-hidden>{fullCount(count, locale)}</span>
      <span className="sr-only">{t('waiting', { count })}</span>
    </Badge>
  );
}

/** Pages of a server or a person belong to the search. */
function placeOf(path: string): StaffPlace | undefined {
  const all = Object.values(staffPlaces).flat();
  const fitting = all.filter(({ href }) => path === href || (href !== '/admin' && path.startsWith(`${href}/`)));
  return (
    fitting.toSorted((one, other) => other.href.length - one.href.length)[0] ??
    (path.startsWith('/admin/servers/') ? all.find(({ name }) => name === 'search') : undefined)
  );
}
