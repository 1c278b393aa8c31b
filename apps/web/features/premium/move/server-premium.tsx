'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { hasBit, userPremiumFlags } from '@tally/contract/premium/flags';
import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Crown, Undo2 } from 'lucide-react';
import { useLocale, useNow, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { meQuery } from '../../../shell/me.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { afterwards } from '../after.ts';
import { moveServerPremium } from '../api.ts';
import { ServerChoice, useOwnServers } from '../plans/server-choice.tsx';

/** Shows the Server Premium of a personal plan. Other plans show nothing here. */
export function ServerPremium() {
  const me = useQuery(meQuery()).data;
  const servers = useOwnServers();
  if (!me) return null;
  const { oneServerPremium, premium, bitfield } = me.database;
  const holds = hasBit(bitfield, userPremiumFlags.HasOneServerPremium.bit) && premium?.enabled === true;
  if (!holds && oneServerPremium === null) return null;
  return <Known me={me} servers={servers} />;
}

/** Isolates a server's name, which may have another text direction than the sentence. */
const nameIn = (name: string) => () => <b dir="auto">{name}</b>;

function Known({ me, servers }: { me: CurrentUser; servers: readonly GuildListItem[] }) {
  const t = useTranslations('premium.move');
  const locale = useLocale();
  const now = useNow();
  const { oneServerPremium: from, serverPremiumCooldown: until } = me.database;
  const [to, setTo] = useState<ServerId | null>(null);
  const nameOf = (id: ServerId) => servers.find((server) => server.id === id)?.name ?? id;
  const waits = until !== null && until.getTime() > now.getTime();
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody className="flex flex-col gap-4">
        <p className="flex items-center gap-2.5">
          <Icon of={Crown} className="shrink-0 text-warn" />
          {from === null ? t('nowhere') : t.rich('where', { server: nameIn(nameOf(from)) })}
        </p>
        {waits && <p className="text-muted">{t('waits', { date: dateTime(until, locale) })}</p>}
        <div className="flex flex-wrap items-center gap-2">
          {!waits && (
            <>
              <ServerChoice
                label={t('to')}
                servers={servers.filter(({ id }) => id !== from)}
                value={to}
                onChange={setTo}
              />
              <MoveDialog from={from} to={to} nameOf={nameOf} servers={servers} onDone={() => setTo(null)} />
            </>
          )}
          {from !== null && (
            <MoveDialog
              from={from}
              to={null}
              isTakingBack
              nameOf={nameOf}
              servers={servers}
              onDone={() => setTo(null)}
            />
          )}
        </div>
      </CardBody>
    </Card>
  );
}

interface MoveProps {
  readonly from: ServerId | null;
  readonly to: ServerId | null;
  readonly isTakingBack?: boolean;
  readonly nameOf: (id: ServerId) => string;
  readonly servers: readonly GuildListItem[];
  readonly onDone: () => void;
}

/** Shows which server loses the plan and which gets it, because the next move is only possible in a week. */
function MoveDialog({ from, to, isTakingBack = false, nameOf, servers, onDone }: MoveProps) {
  const t = useTranslations('premium.move');
  const textOf = useFailureText();
  const [isOpen, setOpen] = useState(false);
  const move = useMutation(moveServerPremium(useQueryClient()));
  const confirm = () =>
    afterwards(move.mutateAsync(isTakingBack ? null : to), () => {
      setOpen(false);
      onDone();
    });
  const place = (id: ServerId | null, text: string) => (
    <div className="min-w-0 flex-1 basis-40 rounded-card border border-line p-3">
      <span className="text-muted text-small">{text}</span>
      <span className="mt-1 flex items-center gap-2 font-semibold">
        {id !== null && (
          <Avatar name={nameOf(id)} src={servers.find((server) => server.id === id)?.icon ?? null} size={25} />
        )}
        <span className="min-w-0 truncate" dir="auto">
          {id === null ? t('nobody') : nameOf(id)}
        </span>
      </span>
    </div>
  );
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        isTakingBack ? (
          <Button variant="ghost">
            <Icon of={Undo2} className="rtl:-scale-x-100" />
            {t('takeBack')}
          </Button>
        ) : (
          <Button disabled={to === null}>{t('give')}</Button>
        )
      }
      title={t(isTakingBack ? 'takeBackTitle' : 'giveTitle')}
      description={t(isTakingBack ? 'takeBackText' : 'giveText')}
      verb={t(isTakingBack ? 'takeBack' : 'give')}
      variant="primary"
      isPending={move.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-wrap items-center gap-3">
        {place(from, t('leaves'))}
        <Icon of={ArrowRight} className="shrink-0 rtl:-scale-x-100" />
        {place(isTakingBack ? null : to, t('enters'))}
      </div>
      {move.error && (
        <p role="alert" className="mt-3 text-red">
          {textOf(move.error)}
        </p>
      )}
    </Confirm>
  );
}
